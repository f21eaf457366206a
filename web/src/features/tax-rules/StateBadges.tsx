import { Group } from '@mantine/core'
import {
  IconAlertTriangle,
  IconBuilding,
  IconCircleOff,
  IconPencil,
  IconSpeakerphone,
} from '@tabler/icons-react'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import type { TaxRuleRecord } from '@/api/schema'
import { StatusBadge, type StatusLook } from '@/ui/StatusBadge'

/** Badges of a rule that is not applied as it was supplied. */
export function ruleLooks(rule: TaxRuleRecord, t: TFunction<'tax-rules'>): StatusLook[] {
  const looks: (StatusLook | false)[] = [
    !rule.enabled && { label: t('badge.off'), color: 'gray', icon: IconCircleOff },
    rule.changed && { label: t('badge.changed'), color: 'blue', icon: IconPencil },
    rule.own && !rule.changed && { label: t('badge.own'), color: 'blue', icon: IconBuilding },
    rule.confidence === 'secondary' && {
      label: t('badge.secondary'),
      color: 'yellow',
      icon: IconAlertTriangle,
    },
    rule.confidence === 'expected' && {
      label: t('badge.expected'),
      color: 'yellow',
      icon: IconSpeakerphone,
    },
  ]
  return looks.filter((look) => look !== false)
}

export function StateBadges({ rule }: { rule: TaxRuleRecord }) {
  const { t } = useTranslation('tax-rules')
  return (
    <Group gap={4} wrap="nowrap">
      {ruleLooks(rule, t).map((look) => (
        <StatusBadge key={look.label} status={look} />
      ))}
    </Group>
  )
}
