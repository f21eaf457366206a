import { Anchor, Button, Checkbox, Group, List, Skeleton, Textarea } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  invalidateTenantSettingLegalTextList,
  useTenantSettingLegalTextCreate,
  useTenantSettingLegalTextList,
} from '@/api/generated/endpoints/company/company'
import { invalidateDomainShow } from '@/api/generated/endpoints/site/site'
import type { LegalKind, LegalTextVersion, TenantSetting } from '@/api/schema'
import { legalPage } from '@/context/legal-page'
import { LANGUAGE_NAMES, type Language } from '@/i18n'
import { confirm } from '@/ui/dialogs/confirm'
import { notify } from '@/ui/dialogs/notify'
import { FormSection } from '@/ui/form/ResourceForm'
import { LoadFailure } from '@/ui/LoadFailure'
import { Moment } from '@/ui/time/Moment'
import { SettingsFrame } from './SettingsFrame'

/** Terms of use and privacy notice: the next version of each, and those before it. */
export default function LegalPage() {
  return <SettingsFrame>{(setting) => <Kinds setting={setting} />}</SettingsFrame>
}

function Kinds({ setting }: { setting: TenantSetting }) {
  const { t } = useTranslation('settings')
  const result = useTenantSettingLegalTextList({ query: { staleTime: 0 } })
  const versions = result.isFetchedAfterMount ? result.data?.data : undefined
  if (result.error && !versions) return <LoadFailure title={t('legal.failed')} result={result} />
  if (!versions) return <Skeleton height="100vh" radius="md" />
  return (['terms', 'privacy'] as const).map((kind) => {
    const own = versions.filter((version) => version.kind === kind)
    return <Kind key={kind} kind={kind} versions={own} setting={setting} />
  })
}

type KindProps = { kind: LegalKind; versions: LegalTextVersion[]; setting: TenantSetting }
type Texts = Partial<Record<Language, string>>

const textsOf = (version: LegalTextVersion | undefined): Texts =>
  Object.fromEntries((version?.texts ?? []).map(({ language, text }) => [language, text]))

function Kind({ kind, versions, setting }: KindProps) {
  const { t } = useTranslation('settings')
  const [newest] = versions
  const { texts, setTexts, asks, setAsks } = useNextVersion(newest)
  const { publish, isPending } = usePublish(kind)
  const title = kind === 'terms' ? t('legal.terms') : t('legal.privacy')
  const hasText = Boolean(texts[setting.default_language]?.trim())
  const filled = setting.languages.map((language) => ({ language, text: texts[language] ?? '' }))
  return (
    <FormSection title={title} text={t('legal.text')}>
      {setting.languages.map((language) => (
        <Textarea
          key={language}
          label={LANGUAGE_NAMES[language]}
          required={language === setting.default_language}
          autosize
          minRows={4}
          maxRows={16}
          maxLength={100_000}
          value={texts[language] ?? ''}
          onChange={(event) => {
            const text = event.currentTarget.value
            setTexts((now) => ({ ...now, [language]: text }))
          }}
        />
      ))}
      <Checkbox
        label={t('legal.asks')}
        description={t('legal.asksText')}
        checked={asks}
        onChange={(event) => setAsks(event.currentTarget.checked)}
      />
      <Group>
        <Button
          disabled={!setting.can.update || !hasText}
          loading={isPending}
          onClick={() => void publish(filled, asks)}
        >
          {t('legal.publish')}
        </Button>
        {newest && newest.texts.length > 0 && (
          <Button variant="default" disabled={!setting.can.update} onClick={() => void publish([], false)}>
            {t('legal.takeAway')}
          </Button>
        )}
      </Group>
      <Versions versions={versions} />
    </FormSection>
  )
}

/** The text of the next version. One that others publish meanwhile takes its place only if nobody has typed. */
function useNextVersion(newest: LegalTextVersion | undefined) {
  const [base, setBase] = useState(newest)
  const [texts, setTexts] = useState(() => textsOf(newest))
  const [asks, setAsks] = useState(newest?.asks ?? true)
  if (newest?.version !== base?.version) {
    setBase(newest)
    if (JSON.stringify(texts) === JSON.stringify(textsOf(base))) {
      setTexts(textsOf(newest))
      setAsks(newest?.asks ?? true)
    }
  }
  return { texts, setTexts, asks, setAsks }
}

function usePublish(kind: LegalKind) {
  const { t } = useTranslation('settings')
  const queryClient = useQueryClient()
  const create = useTenantSettingLegalTextCreate()

  async function publish(texts: { language: Language; text: string }[], asks: boolean) {
    const isGone = texts.length === 0
    const done = await confirm({
      title: isGone ? t('legal.takeAwayTitle') : t('legal.publishTitle'),
      text: isGone ? t('legal.takeAwayText') : t('legal.publishText'),
      action: isGone ? t('legal.takeAway') : t('legal.publish'),
      danger: isGone,
      run: async () => {
        await create.mutateAsync({ data: { kind, texts, asks } })
        await Promise.all([
          invalidateTenantSettingLegalTextList(queryClient),
          invalidateDomainShow(queryClient),
        ])
      },
    })
    if (done) notify.success(t('saved'))
  }

  return { publish, isPending: create.isPending }
}

/** Each version with its page; one that took the text away has none. */
function Versions({ versions }: { versions: LegalTextVersion[] }) {
  const { t } = useTranslation('settings')
  if (versions.length === 0) return null
  return (
    <List size="sm" aria-label={t('legal.versions')}>
      {versions.map(({ id, kind, version, texts, created_at }) => (
        <List.Item key={id}>
          {texts.length > 0 ? (
            <Anchor href={legalPage(kind, version)} target="_blank" inherit>
              {t('legal.version', { version })}
            </Anchor>
          ) : (
            t('legal.gone', { version })
          )}{' '}
          <Moment at={created_at} />
        </List.Item>
      ))}
    </List>
  )
}
