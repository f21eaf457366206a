import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { ImportsPage } from '@/features/imports/ImportsPage'
import { importList } from '@/features/imports/list'

export const Route = createFileRoute('/_app/shipments/imports/')({
  validateSearch: importList.validate,
  search: { middlewares: [stripSearchParams(importList.defaults)] },
  component: ImportsPage,
})
