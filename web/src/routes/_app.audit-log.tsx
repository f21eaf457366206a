import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { OnMenu } from '@/blocks/OnMenu'
import { AuditPage } from '@/features/audit/AuditPage'
import { auditList } from '@/features/audit/list'
import { loadTexts } from '@/i18n'

export const Route = createFileRoute('/_app/audit-log')({
  validateSearch: auditList.validate,
  search: { middlewares: [stripSearchParams(auditList.defaults)] },
  loader: () => loadTexts('audit', 'activity', 'shipments', 'shipment-status', 'shipment-form'),
  component: List,
})

function List() {
  return (
    <OnMenu entry="audit_log" right="audit_entry.list">
      <AuditPage />
    </OnMenu>
  )
}
