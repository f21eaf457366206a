import { createFileRoute } from '@tanstack/react-router'
import type { DocumentForm } from '@/api/schema'
import { NotFoundPage } from '@/blocks/ErrorPage'
import { OnMenu } from '@/blocks/OnMenu'
import { DocumentLayoutPage } from '@/features/document-layouts/DocumentLayoutPage'
import { loadTexts } from '@/i18n'

const FORMS: readonly DocumentForm[] = ['cn22', 'cn23', 'commercial_invoice', 'order_view']
const isForm = (name: string): name is DocumentForm => FORMS.some((form) => form === name)

export const Route = createFileRoute('/_app/document-layouts/$form')({
  loader: () => loadTexts('document-layouts', 'codes'),
  component: Edit,
})

function Edit() {
  const { form } = Route.useParams()
  if (!isForm(form)) return <NotFoundPage />
  return (
    <OnMenu entry="tenant_settings" right="tenant_setting.show">
      <DocumentLayoutPage key={form} form={form} />
    </OnMenu>
  )
}
