import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { invalidateTaxRuleList, taxRuleDelete } from '@/api/generated/endpoints/taxes/taxes'
import type { TaxRuleRecord } from '@/api/schema'
import { confirm } from '@/ui/dialogs/confirm'
import { notify } from '@/ui/dialogs/notify'
import { useRuleWords } from './words/useRuleWords'

/** Deletes an own rule, or restores a shipped one, after a question. `onDone` follows once it is done. */
export function useDeleteTaxRule() {
  const { t } = useTranslation('tax-rules')
  const words = useRuleWords()
  const queryClient = useQueryClient()

  async function remove(rule: TaxRuleRecord, onDone?: () => void) {
    const way = rule.changed ? 'restore' : 'delete'
    const isDone = await confirm({
      title: t(`${way}.title`),
      text: t(`${way}.text`, { name: words.title(rule) }),
      action: t(`${way}.action`),
      danger: true,
      run: () => taxRuleDelete(rule.id),
    })
    if (!isDone) return
    void invalidateTaxRuleList(queryClient)
    notify.success(t(`${way}.done`))
    onDone?.()
  }

  return (rule: TaxRuleRecord, onDone?: () => void) => void remove(rule, onDone)
}
