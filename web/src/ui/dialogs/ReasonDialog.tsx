import { Text, Textarea } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ActionDialog } from './ActionDialog'

type ReasonDialogProps = {
  opened: boolean
  onClose(): void
  title: string
  /** Explanation above the field. */
  about?: ReactNode
  /** Label of the field, and who reads it or what follows. */
  label: string
  text: string
  /** The verb of the button: 'Refuse'. */
  action: string
  /** Does it; a refusal of `reason` stands at the field, any other below it. */
  run(reason: string): Promise<unknown>
  /** Further fields. */
  children?: ReactNode
}

/** Asks why, and does something that cannot be undone. */
export function ReasonDialog({ about, label, text, run, children, ...dialog }: ReasonDialogProps) {
  const { t } = useTranslation()
  return (
    <ActionDialog
      {...dialog}
      danger
      initial={{ reason: '' }}
      check={({ reason }) => (reason.trim() ? {} : { reason: t('validation.required') })}
      send={({ reason }) => run(reason.trim())}
      onDone={() => undefined}
    >
      {({ values, set, problem }) => (
        <>
          {about && <Text size="sm">{about}</Text>}
          <Textarea
            label={label}
            description={text}
            withAsterisk
            required
            value={values.reason}
            onChange={(event) => set('reason', event.currentTarget.value)}
            error={problem('reason')}
            maxLength={500}
            rows={3}
            data-autofocus
          />
          {children}
        </>
      )}
    </ActionDialog>
  )
}
