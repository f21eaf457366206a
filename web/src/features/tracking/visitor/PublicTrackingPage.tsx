import { Anchor, Text, Title } from '@mantine/core'
import { IconMapOff } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { statusOf } from '@/api/errors'
import { useTrackingSearch } from '@/api/generated/endpoints/tracking/tracking'
import { TrackingForm } from '@/shared/tracking/TrackingForm'
import { useDocumentTitle } from '@/ui/document-title'
import { EmptyState } from '@/ui/EmptyState'
import type { Contact } from './MissingCard'
import classes from './PublicTrackingPage.module.css'
import { TrackingResults } from './TrackingResults'

type PublicTrackingPageProps = {
  codes: string[]
  onSearch(codes: string[]): void
  contact: Contact
  /** The company tells everybody who has a code. */
  offered: boolean
  /** It also sends e-mails about changes. */
  canNotify: boolean
}

/** The zone of the reader's own clock; nobody is signed in who has told us another. */
const READER = { readerZone: Intl.DateTimeFormat().resolvedOptions().timeZone }

/** For whoever has a code: where the parcel is, in the company's colours. */
export function PublicTrackingPage(props: PublicTrackingPageProps) {
  const { codes, onSearch, contact, offered, canNotify } = props
  const { t } = useTranslation('tracking')
  const wanted = codes.join(',')
  const result = useTrackingSearch({ codes: wanted }, { query: { enabled: offered && wanted !== '' } })
  useDocumentTitle(codes.length === 1 ? t('titleOf', { code: codes[0] }) : t('title'))
  if (!offered || statusOf(result.error) === 404) return <SwitchedOff contact={contact} />
  return (
    <div className={classes.page}>
      {wanted === '' ? (
        <div className={classes.ask}>
          <Title order={1} tabIndex={-1} className={classes.title}>
            {t('title')}
          </Title>
          <Text c="dimmed" className={classes.lead}>
            {t('lead', { company: contact.company })}
          </Text>
          <TrackingForm codes={codes} onSearch={onSearch} />
        </div>
      ) : (
        <>
          {/* A single code is the title of its page, in the card that tells its state. */}
          {(codes.length > 1 || result.error) && (
            <Title order={1} tabIndex={-1} className={classes.small}>
              {t('title')}
            </Title>
          )}
          <TrackingForm codes={codes} onSearch={onSearch} small />
          <TrackingResults
            codes={codes}
            result={result}
            contact={contact}
            telling={READER}
            canNotify={canNotify}
            isPage
          />
        </>
      )}
    </div>
  )
}

function SwitchedOff({ contact }: { contact: Contact }) {
  const { t } = useTranslation('tracking')
  useDocumentTitle(t('off.title'))
  return (
    <div className={classes.off}>
      <Title order={1} tabIndex={-1} className={classes.title}>
        {t('title')}
      </Title>
      <EmptyState
        icon={IconMapOff}
        title={t('off.title')}
        text={t('off.text', { company: contact.company })}
        action={contact.email ? <Anchor href={`mailto:${contact.email}`}>{contact.email}</Anchor> : undefined}
      />
    </div>
  )
}
