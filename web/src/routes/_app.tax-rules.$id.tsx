import { createFileRoute } from '@tanstack/react-router'
import { OnMenu } from '@/blocks/OnMenu'
import { Permitted } from '@/blocks/Permitted'
import { TaxRuleForm } from '@/features/tax-rules/form/TaxRuleForm'
import { loadTexts } from '@/i18n'
import { words } from '@/ui/table/list-spec'

/** Stands for a rule that is not stored yet. */
const NEW = 'new'

// One route for both forms: what they share stays out of the shell's scripts.
export const Route = createFileRoute('/_app/tax-rules/$id')({
  validateSearch: ({ after }: { after?: unknown }): { after?: string | undefined } => ({
    after: words(after),
  }),
  loader: () => loadTexts('tax-rules', 'taxes', 'codes'),
  component: Form,
})

function Form() {
  const { id } = Route.useParams()
  const { after } = Route.useSearch()
  return (
    <OnMenu entry="tax_rules">
      {id === NEW ? (
        <Permitted to="tax_rule.create">
          <TaxRuleForm key={after} after={after} />
        </Permitted>
      ) : (
        <TaxRuleForm key={id} id={id} />
      )}
    </OnMenu>
  )
}
