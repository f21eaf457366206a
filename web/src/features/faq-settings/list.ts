import { listSpec, recordId, recordState } from '@/ui/table/list-spec'

/** Parameters of the lists in the address. */
export const faqGroupList = listSpec({
  name: 'faq-groups',
  sortable: ['code', 'position', 'question_count', 'updated_at'],
  filters: { active: recordState },
})

export const faqQuestionList = listSpec({
  name: 'faq-questions',
  sortable: ['position', 'updated_at'],
  filters: { faq_group_id: recordId, active: recordState },
})
