import { Anchor, Button, Group, ScrollArea, Stack, Text } from '@mantine/core'
import { type Icon, IconAlertCircle, IconBan, IconPlayerSkipForward } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { errorText } from '@/api/errors'
import { paths } from '@/app/paths'
import { AppLink } from '@/ui/AppLink'
import { useFormat } from '@/ui/format'
import { refusal } from '../status'
import classes from './CancelReport.module.css'
import type { Outcome } from './cancel-each'

/** Failures first. */
const ORDER: Outcome['state'][] = ['failed', 'left', 'cancelled']

const LOOK: Record<Outcome['state'], { icon: Icon; color: string }> = {
  failed: { icon: IconAlertCircle, color: 'red' },
  left: { icon: IconPlayerSkipForward, color: 'dimmed' },
  cancelled: { icon: IconBan, color: 'dimmed' },
}

type CancelReportProps = { outcomes: Outcome[]; total: number; onClose(): void }

/** One line per shipment, and how many of each kind. */
export function CancelReport({ outcomes, total, onClose }: CancelReportProps) {
  const { t } = useTranslation(['shipments', 'common'])
  const format = useFormat()
  const of = (state: Outcome['state']) => outcomes.filter((outcome) => outcome.state === state)
  const open = total - outcomes.length
  const sums = [
    t('cancel.sum.cancelled', {
      count: of('cancelled').length,
      number: format.number(of('cancelled').length),
    }),
    of('left').length > 0 &&
      t('cancel.sum.left', { count: of('left').length, number: format.number(of('left').length) }),
    of('failed').length > 0 &&
      t('cancel.sum.failed', { count: of('failed').length, number: format.number(of('failed').length) }),
    open > 0 && t('cancel.sum.open', { count: open, number: format.number(open) }),
  ]
  return (
    <Stack>
      <Text size="sm" fw={600} role="status">
        {sums.filter(Boolean).join(' · ')}
      </Text>
      <ScrollArea.Autosize mah="min(22rem, 50dvh)" type="auto" className={classes.frame}>
        {/* biome-ignore lint/a11y/noRedundantRoles: Safari forgets that a list without bullets is one */}
        <ul role="list" aria-label={t('cancel.report')} className={classes.list}>
          {ORDER.flatMap(of).map((outcome) => (
            <Line key={outcome.shipment.id} outcome={outcome} />
          ))}
        </ul>
      </ScrollArea.Autosize>
      <Group justify="flex-end">
        <Button onClick={onClose} data-autofocus>
          {t('common:close')}
        </Button>
      </Group>
    </Stack>
  )
}

function Line({ outcome }: { outcome: Outcome }) {
  const { t } = useTranslation('shipments')
  const { shipment, state, error } = outcome
  const { icon: Icon, color } = LOOK[state]
  const text = {
    cancelled: () => t('status.0'),
    left: () => refusal('cancel', shipment.status, t),
    failed: () => errorText(error),
  }[state]()
  return (
    <li className={classes.line}>
      <Anchor
        component={AppLink}
        to={paths['shipments.show']({ id: shipment.id })}
        target="_blank"
        size="sm"
        fw={550}
      >
        {shipment.tracking_code}
      </Anchor>
      <Text span size="sm" c={color} className={classes.outcome}>
        <Icon size={14} stroke={2} aria-hidden /> {text}
      </Text>
    </li>
  )
}
