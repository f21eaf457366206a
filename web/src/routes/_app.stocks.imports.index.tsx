import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { ImportsPage } from '@/features/imports/ImportsPage'
import { importList } from '@/features/imports/list'
import { loadTexts } from '@/i18n'

export const Route = createFileRoute('/_app/stocks/imports/')({
  validateSearch: importList.validate,
  search: { middlewares: [stripSearchParams(importList.defaults)] },
  loader: () => loadTexts('imports'),
  component: () => <ImportsPage kind="stock" />,
})
