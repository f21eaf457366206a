import { Anchor, Button, Group, ScrollArea, Stack, Text } from '@mantine/core'
import {
  type Icon,
  IconAlertCircle,
  IconBan,
  IconCircleCheck,
  IconPlayerSkipForward,
} from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { errorText } from '@/api/errors'
import { paths } from '@/context/paths'
import { AppLink } from '@/ui/AppLink'
import { useFormat } from '@/ui/format'
import { refusal } from '../status'
import type { Outcome, Verb } from './each'
import classes from './Report.module.css'

/** Failures first. */
const ORDER: Outcome['state'][] = ['failed', 'left', 'done']

const LOOK: Record<Outcome['state'], { icon: Icon; color: string }> = {
  failed: { icon: IconAlertCircle, color: 'red' },
  left: { icon: IconPlayerSkipForward, color: 'dimmed' },
  done: { icon: IconCircleCheck, color: 'dimmed' },
}

type ReportProps = { verb: Verb; outcomes: Outcome[]; total: number; onClose(): void }

/** One line per shipment, and how many of each kind. */
export function Report({ verb, outcomes, total, onClose }: ReportProps) {
  const { t } = useTranslation(['shipments', 'common'])
  const format = useFormat()
  const of = (state: Outcome['state']) => outcomes.filter((outcome) => outcome.state === state)
  const open = total - outcomes.length
  const done = of('done').length
  const sums = [
    verb === 'cancel'
      ? t('cancel.sum.cancelled', { count: done, number: format.number(done) })
      : t('confirm.sum', { count: done, number: format.number(done) }),
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
            <Line key={outcome.shipment.id} verb={verb} outcome={outcome} />
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

function Line({ verb, outcome }: { verb: Verb; outcome: Outcome }) {
  const { t } = useTranslation('shipments')
  const { shipment, state, error } = outcome
  const { icon, color } = LOOK[state]
  const Icon = state === 'done' && verb === 'cancel' ? IconBan : icon
  const text = {
    done: () => t(verb === 'cancel' ? 'status.0' : 'status.30'),
    left: () => refusal(verb, shipment, t),
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
