import { Anchor } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { AnchorHTMLAttributes, FunctionComponent } from 'react'
import { useTranslation } from 'react-i18next'
import type { ImportCounts } from '@/api/schema'
import { useFormat } from '@/ui/format'
import classes from './Counts.module.css'
import { useImportKind } from './kind'

type ListLink = AnchorHTMLAttributes<HTMLAnchorElement> & { to: string; search: object }

/** The shipments list takes its filters from the address. */
const ListLink = Link as unknown as FunctionComponent<ListLink>

/** Codes of a shipment's status in the filter of the list. */
const DRAFT = 10
const NEEDS_ATTENTION = 15

type Figure = { id: string; label: string; value: number; search?: object | '' | undefined }

type CountsProps = {
  counts: ImportCounts
  /** A dry run: nothing of it has happened. */
  planned: boolean
  /** Leads from the figures to the shipments of this import. */
  importId?: string
}

export function Counts({ counts, planned, importId }: CountsProps) {
  const { t } = useTranslation('imports')
  const format = useFormat()
  const { own } = useImportKind()
  const link = (status?: number) =>
    importId && { import_id: importId, ...(status && { status: String(status) }) }
  const existing = { id: 'existing', label: t('clients.existing'), value: counts.existing_lines }
  const ofLines = (own: 'clients' | 'stock'): Figure[] => [
    { id: 'lines', label: t('count.lines'), value: counts.lines },
    { id: 'new', label: t(planned ? `${own}.planned` : `${own}.taken`), value: counts.taken_lines },
    ...(own === 'clients' ? [existing] : []),
    { id: 'refused', label: t('count.refused_lines'), value: counts.refused_lines },
  ]
  const figures: Figure[] = [
    { id: 'lines', label: t('count.lines'), value: counts.lines },
    {
      id: 'new',
      label: t(planned ? 'count.planned_shipments' : 'count.new_shipments'),
      value: counts.new_shipments,
      search: link(),
    },
    {
      id: 'drafts',
      label: t('count.drafts'),
      value: counts.new_shipments - counts.attention_shipments,
      search: link(DRAFT),
    },
    {
      id: 'attention',
      label: t('count.attention_shipments'),
      value: counts.attention_shipments,
      search: link(NEEDS_ATTENTION),
    },
    { id: 'existing', label: t('count.existing_shipments'), value: counts.existing_shipments },
    { id: 'refused', label: t('count.refused_lines'), value: counts.refused_lines },
  ]
  return (
    <dl className={classes.counts}>
      {(own ? ofLines(own) : figures).map(({ id, label, value, search }) => (
        <div key={id} className={classes.count} data-count={id}>
          <dt>{label}</dt>
          <dd>
            {search && value > 0 ? (
              <Anchor
                inherit
                underline="always"
                component={ListLink}
                to="/shipments"
                search={search}
                aria-label={t('count.show', { label, number: format.number(value) })}
              >
                {format.number(value)}
              </Anchor>
            ) : (
              format.number(value)
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}
