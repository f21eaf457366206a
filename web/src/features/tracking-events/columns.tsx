import type { i18n, TFunction } from 'i18next'
import type { TrackingEventKind } from '@/api/schema'
import { activeColumn, codeColumn } from '@/blocks/record-columns'
import { localeText } from '@/ui/locale-text'
import type { Column } from '@/ui/table/columns'

export const trackingEventColumns = (
  t: TFunction<'tracking-events'>,
  common: TFunction<'common'>,
  i18n: i18n,
): Column<TrackingEventKind>[] => [
  {
    id: 'title',
    header: common('record.name'),
    main: true,
    width: 220,
    cell: (kind) => localeText(kind.short_description_locale, i18n.language) || kind.code,
  },
  codeColumn(t('field.code'), 178),
  {
    id: 'stage',
    header: t('field.stage'),
    sortable: true,
    width: 130,
    cell: ({ stage }) => t(`stage.${stage}`),
  },
  {
    id: 'status_effect',
    header: t('field.status_effect'),
    sortable: true,
    width: 158,
    cell: ({ status_effect }) => (status_effect === null ? '–' : t(`status.${status_effect}`)),
  },
  {
    id: 'public',
    header: t('column.public'),
    width: 84,
    cell: (kind) => (kind.public ? t('yes') : t('no')),
  },
  {
    id: 'notify',
    header: t('column.notify'),
    width: 84,
    cell: ({ notify }) => (notify ? t('yes') : t('no')),
  },
  {
    id: 'own',
    header: t('field.kind'),
    width: 110,
    optional: true,
    cell: ({ own }) => (own ? t('kind.own') : t('kind.system')),
  },
  {
    id: 'upu_code',
    header: t('field.upu_code'),
    width: 130,
    optional: true,
    cell: ({ upu_code, fsu_code }) => [upu_code, fsu_code].filter(Boolean).join(' / '),
  },
  activeColumn(common),
]
