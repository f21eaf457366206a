/** Id of the tabs of a record's page. */
export const RECORD_TABS = 'record'

/** The tab of the form. */
export const DETAILS = 'details'

/** The form as the panel of the first tab; it is drawn outside the tabs, which are loaded after it. */
export const FIRST_PANEL = {
  id: `${RECORD_TABS}-panel-${DETAILS}`,
  role: 'tabpanel',
  'aria-labelledby': `${RECORD_TABS}-tab-${DETAILS}`,
} as const
