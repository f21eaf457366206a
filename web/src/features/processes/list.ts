import { listSpec, yesOrNo } from '@/ui/table/list-spec'

/** Newest first, always. */
export const processList = listSpec({ name: 'processes', sortable: [], filters: { pending: yesOrNo } })
