import { Anchor, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { FieldFileRef } from '@/api/schema'
import { Moment } from '@/ui/time/Moment'
import { RecordFiles } from './RecordFiles'
import classes from './RecordLine.module.css'

/** Lines of what was recorded, the newest first. */
export function RecordLines({ children }: { children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noRedundantRoles: Safari forgets that a list without bullets is one
    <ol role="list" className={classes.list}>
      {children}
    </ol>
  )
}

type Recorded = {
  at: string
  latitude: number | null
  longitude: number | null
  accuracy_m: number | null
  is_complete: boolean
  files: FieldFileRef[]
}

type RecordLineProps = {
  record: Recorded
  /** The name of its kind: 'Delivered'. */
  name: string
  /** All that is known of it; empty ones are left out. */
  said: (string | null | false | undefined)[]
  /** The address of the delivery or the pickup in the API. */
  of: string
}

/** One record: what, when and where, with its photos. */
export function RecordLine({ record, name, said, of }: RecordLineProps) {
  const { t } = useTranslation('deliveries')
  const { at, latitude, longitude, accuracy_m, is_complete, files } = record
  return (
    <li className={classes.line}>
      <span>
        {name}
        <Text size="xs" c="dimmed">
          {said.filter(Boolean).join(' · ')}
        </Text>
      </span>
      <Text size="xs" c="dimmed" component="span">
        <Moment at={at} />
      </Text>
      {latitude !== null && longitude !== null && (
        <Anchor size="xs" href={`geo:${latitude},${longitude}`}>
          {t('place', { metres: Math.round(accuracy_m ?? 0) })}
        </Anchor>
      )}
      {!is_complete && (
        <Text size="xs" c="orange">
          {t('waitingFiles')}
        </Text>
      )}
      <RecordFiles of={of} files={files} nameOf={(proof) => t(`proof.${proof}`)} />
    </li>
  )
}
