import { listSpec, recordState } from '@/ui/table/list-spec'

/** Parameters of the lists in the address. */
export const subjectList = listSpec({
  name: 'support-subjects',
  sortable: ['code', 'updated_at'],
  filters: { active: recordState },
})

export const departmentList = listSpec({
  name: 'support-departments',
  sortable: ['code', 'updated_at'],
  filters: { active: recordState },
})

export const templateList = listSpec({
  name: 'support-templates',
  sortable: ['code', 'updated_at'],
  filters: { active: recordState },
})
