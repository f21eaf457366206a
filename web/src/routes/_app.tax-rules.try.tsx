import { createFileRoute } from '@tanstack/react-router'
import { OnMenu } from '@/blocks/OnMenu'
import { Permitted } from '@/blocks/Permitted'
import { TaxTryPage } from '@/features/tax-rules/try/TaxTryPage'
import { loadTexts } from '@/i18n'

export const Route = createFileRoute('/_app/tax-rules/try')({
  loader: () => loadTexts('tax-try', 'taxes', 'codes'),
  component: Try,
})

function Try() {
  return (
    <OnMenu entry="tax_rules">
      <Permitted to="tax_rule.assess">
        <TaxTryPage />
      </Permitted>
    </OnMenu>
  )
}
