import { Anchor, Button, ScrollArea, Table, Text, Title } from '@mantine/core'
import {
  IconAlertCircle,
  IconAlertTriangle,
  IconArrowBackUp,
  IconCircleCheck,
  IconInfoCircle,
} from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { RecordedEvent } from '@/api/schema'
import { AppLink } from '@/ui/AppLink'
import { isSettled } from './collected'
import classes from './RecordOutcome.module.css'

type RecordOutcomeProps = {
  /** Undoes what was recorded; the results tell which events can be undone. */
  onUndo(outcomes: RecordedEvent[]): void
  /** Undefined until something was recorded. */
  outcomes: RecordedEvent[] | undefined
  reason(outcome: RecordedEvent): string
  shipmentTo(id: string): string
}

/** Results of the last attempt by code; refused codes come first, then parcels to hold. */
export function RecordOutcome({ outcomes, onUndo, reason, shipmentTo }: RecordOutcomeProps) {
  const { t } = useTranslation('tracking')
  const recorded = outcomes?.filter(({ event_id }) => event_id !== null) ?? []
  const sorted = outcomes?.toSorted((a, b) => placeOf(a) - placeOf(b))
  return (
    // The region stands there before its text, so that screen readers hear the text arrive.
    <section aria-label={t('outcome.label')} className={sorted ? classes.frame : undefined}>
      <div role="status">{outcomes && <Summary outcomes={outcomes} />}</div>
      {recorded.length > 0 && (
        <Button
          variant="default"
          size="xs"
          mt="xs"
          leftSection={<IconArrowBackUp size={16} aria-hidden />}
          onClick={() => onUndo(recorded)}
        >
          {t('outcome.undo', { count: recorded.length })}
        </Button>
      )}
      {/* Many lines scroll within, so that the fields stay near. */}
      {sorted && (
        <ScrollArea.Autosize mah="12rem" mt="xs" type="auto" viewportProps={{ tabIndex: 0 }}>
          <Table className={classes.table} verticalSpacing={8}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{t('outcome.code')}</Table.Th>
                <Table.Th>{t('outcome.result')}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {sorted.map((outcome) => (
                <Table.Tr key={outcome.tracking_code}>
                  <Table.Td className={classes.code}>
                    {outcome.shipment_id ? (
                      <Anchor component={AppLink} to={shipmentTo(outcome.shipment_id)} inherit>
                        {outcome.tracking_code}
                      </Anchor>
                    ) : (
                      outcome.tracking_code
                    )}
                  </Table.Td>
                  <Table.Td>
                    <Result outcome={outcome} reason={reason} />
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </ScrollArea.Autosize>
      )}
    </section>
  )
}

function Summary({ outcomes }: { outcomes: RecordedEvent[] }) {
  const { t } = useTranslation('tracking')
  const recorded = outcomes.filter((outcome) => outcome.recorded).length
  const refused = outcomes.filter((outcome) => !isSettled(outcome)).length
  return (
    <>
      <Title order={2}>{recorded > 0 ? t('outcome.recorded', { count: recorded }) : t('outcome.none')}</Title>
      {refused > 0 && (
        <Text size="sm" c="dimmed">
          {t('outcome.refused', { count: refused })}
        </Text>
      )}
    </>
  )
}

type ResultProps = { outcome: RecordedEvent; reason(outcome: RecordedEvent): string }

function Result({ outcome, reason }: ResultProps) {
  const { t } = useTranslation('tracking')
  const tone = toneOf(outcome)
  const Mark = MARKS[tone]
  const textOf = () => {
    if (!outcome.recorded) return reason(outcome)
    if (outcome.on_hold) return t('outcome.onHold')
    return outcome.unconfirmed ? t('outcome.unconfirmed') : t('outcome.done')
  }
  return (
    <span className={classes.result} data-tone={tone}>
      <Mark size={16} stroke={2} aria-hidden /> {textOf()}
    </span>
  )
}

const MARKS = {
  done: IconCircleCheck,
  held: IconAlertTriangle,
  known: IconInfoCircle,
  refused: IconAlertCircle,
}

const placeOf = (outcome: RecordedEvent) => ['refused', 'held', 'known', 'done'].indexOf(toneOf(outcome))

function toneOf(outcome: RecordedEvent): keyof typeof MARKS {
  if (outcome.recorded) return outcome.unconfirmed || outcome.on_hold ? 'held' : 'done'
  return isSettled(outcome) ? 'known' : 'refused'
}
