import type { QueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import {
  faqGroupActivate,
  faqGroupDeactivate,
  faqGroupDelete,
  faqGroupRestore,
  faqQuestionActivate,
  faqQuestionDeactivate,
  faqQuestionDelete,
  faqQuestionRestore,
  getFaqGroupShowQueryKey,
  getFaqQuestionShowQueryKey,
  invalidateFaqGroupList,
  invalidateFaqGroupSelect,
  invalidateFaqQuestionList,
  invalidateFaqShow,
} from '@/api/generated/endpoints/support/support'
import type { FaqGroup, FaqQuestion } from '@/api/schema'
import { useSwitch } from '@/blocks/useSwitch'
import { localeText } from '@/ui/locale-text'
import { nameOfGroup } from './columns'

export function refreshGroups(client: QueryClient, saved: FaqGroup) {
  client.setQueryData(getFaqGroupShowQueryKey(saved.id), { data: saved })
  void invalidateFaqGroupList(client)
  void invalidateFaqGroupSelect(client)
  // Questions name their groups.
  void invalidateFaqQuestionList(client)
  void invalidateFaqShow(client)
}

export function refreshQuestions(client: QueryClient, saved: FaqQuestion) {
  client.setQueryData(getFaqQuestionShowQueryKey(saved.id), { data: saved })
  void invalidateFaqQuestionList(client)
  // Groups count their questions.
  void invalidateFaqGroupList(client)
  void invalidateFaqShow(client)
}

export function useGroupSwitch() {
  const { t, i18n } = useTranslation('faq-settings')
  return useSwitch<FaqGroup>({
    activate: faqGroupActivate,
    deactivate: faqGroupDeactivate,
    remove: faqGroupDelete,
    restore: faqGroupRestore,
    nameOf: (group) => nameOfGroup(group, i18n.language),
    refresh: refreshGroups,
    words: (_, active) => ({ text: t(active ? 'group.deactivate' : 'group.activate') }),
  })
}

export function useQuestionSwitch() {
  const { t, i18n } = useTranslation('faq-settings')
  return useSwitch<FaqQuestion>({
    activate: faqQuestionActivate,
    deactivate: faqQuestionDeactivate,
    remove: faqQuestionDelete,
    restore: faqQuestionRestore,
    nameOf: ({ question_locale }) => localeText(question_locale, i18n.language),
    refresh: refreshQuestions,
    words: (name, active) =>
      t(active ? 'question.deactivate' : 'question.activate', { name, returnObjects: true }),
  })
}
