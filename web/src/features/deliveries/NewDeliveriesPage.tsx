import { Alert, Anchor, Button, Group, Stack, Textarea, TextInput } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { DeliveryResult } from '@/api/schema'
import type { Remarks } from '@/blocks/scan/CodeList'
import { ScanList } from '@/blocks/scan/ScanList'
import { paths } from '@/context/paths'
import { doubtAbout } from '@/shared/tracking/codes'
import { AppLink } from '@/ui/AppLink'
import { DayField } from '@/ui/fields/DayField'
import { useFormat } from '@/ui/format'
import { PageCard } from '@/ui/PageCard'
import { ResourcePage } from '@/ui/ResourcePage'
import classes from './Deliveries.module.css'
import { type FoundShipment, useNewDeliveries } from './useNewDeliveries'

/** Shipments become deliveries of a day: scanned, pasted, or chosen in the list of shipments before. */
export function NewDeliveriesPage({ codes }: { codes: string[] }) {
  const { t } = useTranslation('deliveries')
  const format = useFormat()
  const planning = useNewDeliveries(codes)
  const field = useRef<HTMLInputElement>(null)
  const { scanning, terms, problems, failure, made, busy, due, change, forget } = planning

  // After an answer the hands go back to the scanner.
  useEffect(() => {
    if (made) field.current?.focus()
  }, [made])

  return (
    <ResourcePage title={t('new.title')} text={t('new.text')}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void planning.create()
        }}
      >
        <Made made={made} />
        <div className={classes.columns}>
          <PageCard label={t('new.shipments')}>
            <Stack gap="sm">
              <ScanList
                field={field}
                scanning={scanning}
                remarks={useRemarks()}
                path="codes"
                error={problems.codes ?? problems.shipment_ids}
                onType={() => forget('codes')}
              />
            </Stack>
          </PageCard>
          <PageCard label={t('section.when')}>
            <Stack>
              <DayField
                label={t('field.on_date')}
                withAsterisk
                min={format.today()}
                value={terms.on_date}
                error={problems.on_date}
                onChange={(on_date) => {
                  forget('on_date')
                  change({ on_date })
                }}
              />
              <Group grow>
                <TextInput
                  type="time"
                  label={t('field.from_time')}
                  value={terms.from_time}
                  error={problems.from_time}
                  onChange={(event) => {
                    forget('from_time')
                    change({ from_time: event.currentTarget.value })
                  }}
                />
                <TextInput
                  type="time"
                  label={t('field.to_time')}
                  value={terms.to_time}
                  error={problems.to_time}
                  onChange={(event) => {
                    forget('to_time')
                    change({ to_time: event.currentTarget.value })
                  }}
                />
              </Group>
              <Textarea
                label={t('field.instructions')}
                description={t('instructionsText')}
                inputWrapperOrder={['label', 'input', 'description', 'error']}
                autosize
                minRows={2}
                maxLength={500}
                value={terms.instructions}
                error={problems.instructions}
                onChange={(event) => {
                  forget('instructions')
                  change({ instructions: event.currentTarget.value })
                }}
              />
              {failure && (
                <Alert color="red" role="alert">
                  {failure}
                </Alert>
              )}
              <Button type="submit" size="md" loading={busy}>
                {due > 0 ? t('new.submitMany', { count: due }) : t('new.submit')}
              </Button>
            </Stack>
          </PageCard>
        </div>
      </form>
    </ResourcePage>
  )
}

/** The deliveries that were made or have grown, each once. */
function Made({ made }: { made: DeliveryResult[] | undefined }) {
  const { t } = useTranslation('deliveries')
  if (!made || made.length === 0) return null
  const numbers = new Map(made.map(({ delivery_id, number }) => [delivery_id ?? '', number ?? '']))
  return (
    <Alert color="teal" role="status" mb="md" title={t('new.done', { count: numbers.size })}>
      <Group gap="xs">
        {[...numbers].map(([id, number]) => (
          <Anchor key={id} component={AppLink} to={paths['deliveries.show']({ id })} size="sm">
            {number}
          </Anchor>
        ))}
      </Group>
    </Alert>
  )
}

/** What the line of a code says. */
function useRemarks(): Remarks<FoundShipment> {
  const { t } = useTranslation('deliveries')
  return {
    done: (shipment) => shipment?.name ?? '',
    held: (shipment) => shipment?.name ?? '',
    unknown: t('new.unknown'),
    known: ({ name }) => name,
    doubt: (code) => (doubtAbout(code) ? t('new.doubt') : undefined),
    doneCount: (count) => t('new.doneCount', { count }),
  }
}
