import { createFileRoute } from '@tanstack/react-router'
import { Permitted } from '@/blocks/Permitted'
import { MessagePage } from '@/features/cargo-messages/MessagePage'
import { loadTexts } from '@/i18n'

export const Route = createFileRoute('/_app/mawbs/messages/$id')({
  loader: () => loadTexts('cargo-messages', 'codes'),
  component: Show,
})

function Show() {
  const { id } = Route.useParams()
  return (
    <Permitted to="cargo_message.show">
      <MessagePage key={id} id={id} />
    </Permitted>
  )
}
