import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { OnMenu } from '@/blocks/OnMenu'
import { processList } from '@/features/processes/list'
import { ProcessesPage } from '@/features/processes/ProcessesPage'
import { loadTexts } from '@/i18n'

export const Route = createFileRoute('/_app/processes')({
  validateSearch: processList.validate,
  search: { middlewares: [stripSearchParams(processList.defaults)] },
  loader: () => loadTexts('processes', 'codes'),
  component: List,
})

function List() {
  return (
    <OnMenu entry="processes" right="background_task.list">
      <ProcessesPage />
    </OnMenu>
  )
}
