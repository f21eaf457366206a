import { Badge, Typography } from '@mantine/core'
import { IconChevronDown, IconLock, IconMail } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { TicketMessage } from '@/api/schema'
import { Moment } from '@/ui/time/Moment'
import { MessageMail } from './MessageMail'
import { SentFiles } from './SentFiles'
import classes from './Tickets.module.css'

type MessagesProps = { ticketId: string; messages: TicketMessage[] }

/** The messages in their order. The server renders their Markdown and cleans the HTML. */
export function Messages({ ticketId, messages }: MessagesProps) {
  const { t } = useTranslation('tickets')
  return (
    <section aria-label={t('messages')} className={classes.messages}>
      {messages.map((message) => (
        <Message key={message.id} ticketId={ticketId} message={message} />
      ))}
    </section>
  )
}

function Message({ ticketId, message }: { ticketId: string; message: TicketMessage }) {
  const { t } = useTranslation('tickets')
  const { author, internal, by_staff, by_email, created_at, body_html, files } = message
  return (
    <article
      className={classes.message}
      aria-label={internal ? t('noteOf', { name: author.name }) : t('messageOf', { name: author.name })}
      data-internal={internal || undefined}
      data-staff={by_staff || undefined}
    >
      <header className={classes.messageHead}>
        <b>{author.name}</b>
        {author.label && <span className={classes.dimmed}>{author.label}</span>}
        {internal && (
          <Badge
            color="yellow"
            variant="light"
            radius="sm"
            tt="none"
            leftSection={<IconLock size={12} aria-hidden />}
          >
            {t('internal')}
          </Badge>
        )}
        {by_email && (
          <Badge
            color="gray"
            variant="light"
            radius="sm"
            tt="none"
            leftSection={<IconMail size={12} aria-hidden />}
          >
            {t(`mail.kind.${by_email.mail_kind}`)}
          </Badge>
        )}
        <span className={classes.dimmed}>
          <Moment at={created_at} exact />
        </span>
      </header>
      <Body message={message} html={body_html} />
      <SentFiles ticketId={ticketId} files={files} />
      <MessageMail ticketId={ticketId} message={message} />
    </article>
  )
}

/** The text. An automatic e-mail is folded: it is of little use to most readers. */
function Body({ message, html }: { message: TicketMessage; html: string }) {
  const { t } = useTranslation('tickets')
  // biome-ignore lint/security/noDangerouslySetInnerHtml: cleaned by the server
  const text = <Typography className={classes.body} dangerouslySetInnerHTML={{ __html: html }} />
  if (message.by_email?.mail_kind !== 'automatic') return text
  return (
    <details className={classes.folded}>
      <summary>
        {t('mail.automatic')}
        <IconChevronDown size={14} aria-hidden />
      </summary>
      {text}
    </details>
  )
}
