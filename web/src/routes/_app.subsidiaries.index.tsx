import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { subsidiaryList } from '@/features/subsidiaries/list'
import { SubsidiariesPage } from '@/features/subsidiaries/SubsidiariesPage'

export const Route = createFileRoute('/_app/subsidiaries/')({
  validateSearch: subsidiaryList.validate,
  search: { middlewares: [stripSearchParams(subsidiaryList.defaults)] },
  component: SubsidiariesPage,
})
