import { SegmentedControl } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import {
  getIndicationRuleShowQueryKey,
  indicationRuleUpdate,
} from '@/api/generated/endpoints/finance/finance'
import type { ReferralRules } from '@/api/schema'
import { useSite } from '@/context/site'
import { ActionDialog, type DialogFields } from '@/ui/dialogs/ActionDialog'
import { notify } from '@/ui/dialogs/notify'
import { DecimalField } from '@/ui/fields/DecimalField'
import { MoneyField } from '@/ui/fields/MoneyField'
import { WholeField } from '@/ui/fields/WholeField'

type RuleDialogProps = { rule: ReferralRules; opened: boolean; onClose(): void }

type Kind = 'percent' | 'fixed'

type RuleValues = {
  kind: Kind
  percent: string | null
  fixed: string | null
  first: number | null
  cap: string | null
  hold_days: number | null
}

const valuesOf = (rule: ReferralRules): RuleValues => ({
  kind: rule.fixed ? 'fixed' : 'percent',
  percent: rule.percent ?? null,
  fixed: rule.fixed ?? null,
  first: rule.first,
  cap: rule.cap ?? null,
  hold_days: rule.hold_days,
})

/** Changes what clients get for those they send. */
export default function RuleDialog({ rule, opened, onClose }: RuleDialogProps) {
  const { t } = useTranslation(['indications', 'common'])
  const client = useQueryClient()
  const missing = t('common:validation.required')
  return (
    <ActionDialog
      opened={opened}
      onClose={onClose}
      title={t('rule.title')}
      action={t('rule.save')}
      initial={valuesOf(rule)}
      check={(values) => ({
        ...(!values[values.kind] && { [values.kind]: missing }),
        ...(values.first === null && { first: missing }),
        ...(values.hold_days === null && { hold_days: missing }),
      })}
      send={async ({ kind, percent, fixed, first, cap, hold_days }) =>
        indicationRuleUpdate({
          percent: kind === 'percent' ? percent : null,
          fixed: kind === 'fixed' ? fixed : null,
          first: first ?? 1,
          cap,
          hold_days: hold_days ?? 0,
        })
      }
      onDone={(saved) => {
        client.setQueryData(getIndicationRuleShowQueryKey(), saved)
        notify.success(t('rule.done'))
      }}
    >
      {(fields) => <RuleFields {...fields} />}
    </ActionDialog>
  )
}

function RuleFields({ values, set, problem }: DialogFields<RuleValues>) {
  const { t } = useTranslation('indications')
  const { config } = useSite()
  return (
    <>
      <SegmentedControl
        aria-label={t('rule.kind')}
        value={values.kind}
        data={[
          { value: 'percent', label: t('rule.byPercent') },
          { value: 'fixed', label: t('rule.byAmount') },
        ]}
        onChange={(kind) => set('kind', kind as Kind)}
      />
      {values.kind === 'percent' ? (
        <DecimalField
          label={t('rule.percent')}
          withAsterisk
          unit="%"
          decimals={2}
          value={values.percent}
          onChange={(value) => set('percent', value)}
          error={problem('percent')}
        />
      ) : (
        <MoneyField
          label={t('rule.fixed')}
          withAsterisk
          currency={config.currency}
          value={values.fixed}
          onChange={(value) => set('fixed', value)}
          error={problem('fixed')}
        />
      )}
      <WholeField
        label={t('rule.first')}
        withAsterisk
        min={1}
        max={100}
        value={values.first}
        onChange={(value) => set('first', value)}
        error={problem('first')}
      />
      <MoneyField
        label={t('rule.cap')}
        description={t('rule.capText')}
        currency={config.currency}
        value={values.cap}
        onChange={(value) => set('cap', value)}
        error={problem('cap')}
      />
      <WholeField
        label={t('rule.holdDays')}
        description={t('rule.holdText')}
        withAsterisk
        max={90}
        value={values.hold_days}
        onChange={(value) => set('hold_days', value)}
        error={problem('hold_days')}
      />
    </>
  )
}
