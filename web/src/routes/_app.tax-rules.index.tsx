import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { OnMenu } from '@/blocks/OnMenu'
import { taxRuleList } from '@/features/tax-rules/list'
import { TaxRulesPage } from '@/features/tax-rules/TaxRulesPage'
import { loadTexts } from '@/i18n'

export const Route = createFileRoute('/_app/tax-rules/')({
  validateSearch: taxRuleList.validate,
  search: { middlewares: [stripSearchParams(taxRuleList.defaults)] },
  loader: () => loadTexts('tax-rules', 'taxes', 'codes'),
  component: List,
})

function List() {
  return (
    <OnMenu entry="tax_rules" right="tax_rule.list">
      <TaxRulesPage />
    </OnMenu>
  )
}
