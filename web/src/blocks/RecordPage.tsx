import { Skeleton } from '@mantine/core'
import type { ReactNode } from 'react'
import { ResourcePage } from '@/ui/ResourcePage'
import { RecordButtons } from './RecordButtons'
import classes from './RecordPage.module.css'
import type { Actionable } from './record-actions'
import { ScreenFailure } from './ScreenFailure'
import type { RecordActions } from './useRecordActions'

type RecordPageProps<Row extends Actionable, Full extends Row> = {
  /** The record as its generated hook answers. */
  result: { data: { data: Full } | undefined; error: unknown; isFetching: boolean; refetch(): unknown }
  /** The title until the record is there, and what is said when it cannot be loaded. */
  title: string
  failed: string
  nameOf(record: Full): string
  /** Beside the title: its status. */
  badge?(record: Full): ReactNode
  actions?: RecordActions<Row, Full>
  /** Tabs above the content. */
  tabs?(record: Full): ReactNode
  /** A column beside the content; on a phone it comes first. */
  side?(record: Full): ReactNode
  /** The edge at which the column stands on a wide screen. */
  sideAt?: 'start' | 'end'
  children(record: Full): ReactNode
}

/** One record: its title, status, actions and content, from the skeleton to the dialogs. */
export function RecordPage<Row extends Actionable, Full extends Row>(props: RecordPageProps<Row, Full>) {
  const { result, failed, nameOf, badge, actions, tabs, side, sideAt = 'end', children } = props
  const record = result.data?.data
  const title = record ? nameOf(record) : props.title
  return (
    <ResourcePage
      title={title}
      aside={record && badge?.(record)}
      action={record && actions && <RecordButtons actions={actions} record={record} offeredAs={title} />}
    >
      {record && tabs?.(record)}
      {record && side && (
        <div className={classes.columns} data-side={sideAt}>
          <div className={classes.side}>{side(record)}</div>
          {children(record)}
        </div>
      )}
      {record && !side && children(record)}
      {!record && result.error ? <ScreenFailure title={failed} result={result} /> : null}
      {!record && !result.error && <Skeleton h="60vh" radius="md" />}
      {actions?.dialog}
    </ResourcePage>
  )
}
