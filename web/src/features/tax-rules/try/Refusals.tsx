import { Anchor, List, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { TaxAssessment, TaxRefusal } from '@/api/schema'
import { paths } from '@/context/paths'
import { AppLink } from '@/ui/AppLink'
import { useFormat } from '@/ui/format'
import { amountText } from '../words/figures'
import { usePlaceName, useRefusalReason, useTaxName } from '../words/useTaxName'

/** Every reason why nothing can be calculated, with the rules it comes from. */
export function Refusals({ assessment }: { assessment: TaxAssessment }) {
  const { t } = useTranslation('tax-try')
  const refusalText = useRefusalText(assessment.date)
  return (
    <List size="sm">
      {assessment.refused.map((refusal) => (
        <List.Item key={JSON.stringify(refusal)}>
          {refusalText(refusal)}
          {refusal.legal_ref && <Text size="xs">{refusal.legal_ref}</Text>}
          {refusal.rules.map((rule) => (
            <Anchor
              key={rule}
              component={AppLink}
              to={paths['tax_rules.edit']({ id: rule })}
              size="sm"
              c="inherit"
              underline="always"
              me="xs"
            >
              {t('rule')} {rule}
            </Anchor>
          ))}
        </List.Item>
      ))}
    </List>
  )
}

function useRefusalText(date: string) {
  const { t } = useTranslation('tax-try')
  const format = useFormat()
  const [taxName, placeName, reasonText] = [useTaxName(), usePlaceName(), useRefusalReason()]

  function regimeText({ reason, value, limit, currency }: TaxRefusal) {
    const said = reasonText(reason ?? '')
    if (!value || !limit || !currency) return t('refused.outside_regime', { reason: said })
    return t('refused.overLimit', {
      reason: said,
      value: format.money(value, currency),
      limit: amountText(limit, currency, format),
    })
  }

  return (refusal: TaxRefusal) => {
    const { code, tax, hs, origin, country, field, from, to } = refusal
    if (code === 'outside_regime') return regimeText(refusal)
    const goods = [hs && `HS ${hs}`, origin && placeName(origin)].filter(Boolean).join(', ')
    return t(`refused.${code}`, {
      country: placeName(country ?? ''),
      tax: taxName(tax ?? ''),
      day: format.day(date),
      goods,
      field,
      from,
      to,
    })
  }
}
