import { Button, TextInput } from '@mantine/core'
import { IconRestore } from '@tabler/icons-react'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useSite } from '@/context/site'
import { LANGUAGE_NAMES, LOCALE_MAP_KEYS } from '@/i18n'
import { confirm } from '@/ui/dialogs/confirm'
import { notify } from '@/ui/dialogs/notify'
import { FilterTabs } from '@/ui/filters/FilterTabs'
import { HALF } from '@/ui/form/field-width'
import { ICON_ON_PHONE } from '@/ui/icon-on-phone'
import type { MenuEntry } from '@/ui/table/columns'

/** A row of a list that all companies share, which the company may have changed for itself. */
type Restorable = { id: string; edited: boolean; can: { restore: boolean } }

type RestoreOptions<T> = {
  restore(id: string): Promise<{ data: T }>
  nameOf(record: T): string
  /** Brings the cached queries up to date. */
  refresh(queryClient: QueryClient, record: T): void
}

/** Takes the company's changes to a shared row back, after a question. */
export function useRestore<T extends Restorable>({ restore, nameOf, refresh }: RestoreOptions<T>) {
  const { t } = useTranslation(['common', 'codes'])
  const queryClient = useQueryClient()

  /** The record with its defaults; nothing when the user decided against it. */
  async function run(record: T) {
    const name = nameOf(record)
    let restored: T | undefined
    await confirm({
      title: t('record.restore.title', { name }),
      text: t('record.restore.text'),
      action: t('record.restore.action'),
      danger: true,
      run: async () => {
        restored = (await restore(record.id)).data
      },
    })
    if (!restored) return
    refresh(queryClient, restored)
    notify.success(t('record.restore.done', { name }))
    return restored
  }

  const refusal = ({ edited, can }: T) => {
    if (can.restore) return undefined
    return edited ? t('codes:forbidden') : t('record.restore.none')
  }

  /** The entry in the menu of a row. */
  const entry = (record: T): MenuEntry => ({
    label: t('record.restore.action'),
    icon: IconRestore,
    danger: true,
    run: () => void run(record),
    refused: refusal(record),
  })

  return { run, entry }
}

type RestoreButtonProps<T extends Restorable> = {
  record: T
  restoring: ReturnType<typeof useRestore<T>>
  onRestored(record: T): void
}

/** Restores the defaults of a page's record; stays away where there is nothing to restore. */
export function RestoreButton<T extends Restorable>(props: RestoreButtonProps<T>) {
  const { record, restoring, onRestored } = props
  const { t } = useTranslation()
  if (!record.can.restore) return null
  return (
    <Button
      variant="default"
      classNames={ICON_ON_PHONE}
      leftSection={<IconRestore size={16} aria-hidden />}
      onClick={() => void restoring.run(record).then((after) => after && onRestored(after))}
    >
      {t('record.restore.action')}
    </Button>
  )
}

type EditedTabsProps = {
  list: {
    values: { edited?: boolean | undefined }
    setFilters(filters: { edited: boolean | undefined }): void
  }
}

/** Filters a shared list by what the company has changed in it. */
export function EditedTabs({ list }: EditedTabsProps) {
  const { t } = useTranslation()
  return (
    <FilterTabs
      label={t('record.edited.label')}
      value={list.values.edited}
      options={[
        { value: undefined, label: t('record.tab.all') },
        { value: true, label: t('record.edited.yes') },
        { value: false, label: t('record.edited.no') },
      ]}
      onChange={(edited) => list.setFilters({ edited })}
    />
  )
}

type LocaleKey = (typeof LOCALE_MAP_KEYS)[keyof typeof LOCALE_MAP_KEYS]

type OwnNameInputsProps = {
  /** Names that are used where the company has none of its own. */
  standard: Record<LocaleKey, string> | undefined
  /** Ties an input to a field of the form. */
  tie(path: `title_locale.${LocaleKey}`): object
}

/** The company's own name of a shared row, in each of its languages. */
export function OwnNameInputs({ standard, tie }: OwnNameInputsProps) {
  const { t } = useTranslation()
  const { domain } = useSite()
  return domain.languages.map((language) => (
    <TextInput
      {...HALF}
      key={language}
      label={t('record.nameIn', { language: LANGUAGE_NAMES[language] })}
      lang={language}
      placeholder={standard?.[LOCALE_MAP_KEYS[language]]}
      maxLength={80}
      {...tie(`title_locale.${LOCALE_MAP_KEYS[language]}`)}
    />
  ))
}
