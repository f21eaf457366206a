import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { EmptyList } from './TableStates'

type Tab = {
  /** Name of the tab that is open. */
  name: string
  /** Records under all tabs. */
  total: number | undefined
  /** Said in place of the name. */
  title?: string | undefined
  showAll(): void
}

/** The text of a list with nothing under its tab while other tabs have some. `empty` stands where no tab has any. */
export function useTabEmpty(empty: EmptyList, { name, total, title, showAll }: Tab): EmptyList {
  const { t } = useTranslation()
  if (!total) return empty
  return {
    icon: empty.icon,
    title: title ?? t('table.noneInTab', { tab: name }),
    text: t('table.noneInTabText'),
    action: (
      <Button variant="default" onClick={showAll}>
        {t('table.showAll')}
      </Button>
    ),
  }
}
