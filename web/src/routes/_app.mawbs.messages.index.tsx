import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { OnMenu } from '@/blocks/OnMenu'
import { messageList } from '@/features/cargo-messages/list'
import { MessagesPage } from '@/features/cargo-messages/MessagesPage'
import { loadTexts } from '@/i18n'

export const Route = createFileRoute('/_app/mawbs/messages/')({
  validateSearch: messageList.validate,
  search: { middlewares: [stripSearchParams(messageList.defaults)] },
  loader: () => loadTexts('cargo-messages', 'codes'),
  component: List,
})

function List() {
  return (
    <OnMenu entry="mawbs" right="cargo_message.list">
      <MessagesPage />
    </OnMenu>
  )
}
