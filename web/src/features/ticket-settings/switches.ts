import type { QueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import {
  getSupportDepartmentShowQueryKey,
  getSupportSubjectShowQueryKey,
  getSupportTemplateShowQueryKey,
  invalidateSupportDepartmentList,
  invalidateSupportDepartmentSelect,
  invalidateSupportSubjectList,
  invalidateSupportSubjectSelect,
  invalidateSupportTemplateList,
  invalidateSupportTemplateSelect,
  supportDepartmentActivate,
  supportDepartmentDeactivate,
  supportDepartmentDelete,
  supportDepartmentRestore,
  supportSubjectActivate,
  supportSubjectDeactivate,
  supportSubjectDelete,
  supportSubjectRestore,
  supportTemplateActivate,
  supportTemplateDeactivate,
  supportTemplateDelete,
  supportTemplateRestore,
} from '@/api/generated/endpoints/support/support'
import type { SupportDepartment, SupportSubject, SupportTemplate } from '@/api/schema'
import { useSwitch } from '@/blocks/useSwitch'
import { titleIn } from './columns'

export function refreshSubjects(client: QueryClient, saved: SupportSubject) {
  client.setQueryData(getSupportSubjectShowQueryKey(saved.id), { data: saved })
  void invalidateSupportSubjectList(client)
  void invalidateSupportSubjectSelect(client)
}

export function refreshDepartments(client: QueryClient, saved: SupportDepartment) {
  client.setQueryData(getSupportDepartmentShowQueryKey(saved.id), { data: saved })
  void invalidateSupportDepartmentList(client)
  void invalidateSupportDepartmentSelect(client)
}

export function refreshTemplates(client: QueryClient, saved: SupportTemplate) {
  client.setQueryData(getSupportTemplateShowQueryKey(saved.id), { data: saved })
  void invalidateSupportTemplateList(client)
  void invalidateSupportTemplateSelect(client)
}

export function useSubjectSwitch() {
  const { t, i18n } = useTranslation('ticket-settings')
  return useSwitch<SupportSubject>({
    activate: supportSubjectActivate,
    deactivate: supportSubjectDeactivate,
    remove: supportSubjectDelete,
    restore: supportSubjectRestore,
    nameOf: (record) => titleIn(record, i18n.language),
    refresh: refreshSubjects,
    words: (_, active) => ({ text: t(active ? 'subject.deactivate' : 'subject.activate') }),
  })
}

export function useDepartmentSwitch() {
  const { t, i18n } = useTranslation('ticket-settings')
  return useSwitch<SupportDepartment>({
    activate: supportDepartmentActivate,
    deactivate: supportDepartmentDeactivate,
    remove: supportDepartmentDelete,
    restore: supportDepartmentRestore,
    nameOf: (record) => titleIn(record, i18n.language),
    refresh: refreshDepartments,
    words: (_, active) => ({ text: t(active ? 'department.deactivate' : 'department.activate') }),
  })
}

export function useTemplateSwitch() {
  const { t, i18n } = useTranslation('ticket-settings')
  return useSwitch<SupportTemplate>({
    activate: supportTemplateActivate,
    deactivate: supportTemplateDeactivate,
    remove: supportTemplateDelete,
    restore: supportTemplateRestore,
    nameOf: (record) => titleIn(record, i18n.language),
    refresh: refreshTemplates,
    words: (name, active) =>
      t(active ? 'template.deactivate' : 'template.activate', { name, returnObjects: true }),
  })
}
