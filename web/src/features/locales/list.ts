import { listSpec, yesOrNo } from '@/ui/table/list-spec'

/** Parameters of the list of locales in the address. */
export const localeList = listSpec({
  name: 'locales',
  sortable: ['id', 'name', 'updated_at'],
  filters: { edited: yesOrNo, active: yesOrNo },
})
