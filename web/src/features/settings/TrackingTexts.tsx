import { Alert, Anchor, Badge, Button, Group, Paper, Skeleton, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useTenantSettingTrackingEmailList } from '@/api/generated/endpoints/company/company'
import type { TrackingEmailText } from '@/api/schema'
import { paths } from '@/context/paths'
import { useProfile } from '@/context/session'
import { useSite } from '@/context/site'
import { LANGUAGE_NAMES } from '@/i18n'
import { AppLink } from '@/ui/AppLink'
import { LoadFailure } from '@/ui/LoadFailure'
import { localeText } from '@/ui/locale-text'
import { TrackingTextDialog } from './TrackingTextDialog'
import classes from './TrackingTexts.module.css'
import { byEvent, isOwn } from './tracking-texts'

/** The events that send e-mails to visitors, and whose text they have. */
export function TrackingTexts() {
  const { t } = useTranslation(['settings', 'shell'])
  const { domain } = useSite()
  const { menu } = useProfile()
  const texts = useTenantSettingTrackingEmailList()
  const [open, setOpen] = useState<string>()
  const all = texts.data?.data
  return (
    <Paper component="section" withBorder p="lg" radius="lg" mt="xl" aria-labelledby="tracking-texts">
      <Title order={2} size="h4" id="tracking-texts">
        {t('texts.title')}
      </Title>
      <Text size="sm" c="dimmed" mb="sm">
        {t('texts.text')}
      </Text>
      {domain.flags.tracking_emails !== true && (
        <Alert color="orange" mb="sm">
          {t('texts.off')}{' '}
          {menu.feature_flags && (
            <Anchor component={AppLink} to={paths['feature_flags.index']()} size="sm">
              {t('shell:resources.feature_flag')}
            </Anchor>
          )}
        </Alert>
      )}
      {all ? (
        <ul className={classes.events}>
          {byEvent(all).map((ofEvent) => (
            <EventItem key={ofEvent[0]?.event_code} texts={ofEvent} onOpen={setOpen} />
          ))}
        </ul>
      ) : texts.error ? (
        <LoadFailure title={t('texts.failed')} result={texts} />
      ) : (
        <Skeleton height={600} radius="md" />
      )}
      {all && (
        <TrackingTextDialog
          texts={all.filter(({ event_code }) => event_code === open)}
          onClose={() => setOpen(undefined)}
        />
      )}
    </Paper>
  )
}

type EventItemProps = { texts: TrackingEmailText[]; onOpen(code: string): void }

function EventItem({ texts, onOpen }: EventItemProps) {
  const { t, i18n } = useTranslation('settings')
  const [first] = texts
  if (!first) return null
  const name = localeText(first.event_name_locale, i18n.language)
  return (
    <li className={classes.event}>
      <span className={classes.name}>{name}</span>
      <Group gap={6} className={classes.badges}>
        {texts.filter(isOwn).map(({ language }) => (
          <Badge key={language} variant="light" radius="sm" tt="none">
            {LANGUAGE_NAMES[language]}
          </Badge>
        ))}
        {!texts.some(isOwn) && (
          <Text span size="sm" c="dimmed">
            {t('texts.default')}
          </Text>
        )}
      </Group>
      <Button
        variant="default"
        size="compact-sm"
        miw={44}
        aria-label={t(first.can.update ? 'texts.editNamed' : 'texts.showNamed', { name })}
        onClick={() => onOpen(first.event_code)}
      >
        {t(first.can.update ? 'texts.edit' : 'texts.show')}
      </Button>
    </li>
  )
}
