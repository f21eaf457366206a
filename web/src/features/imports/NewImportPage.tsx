import { Anchor, Button, Group, List, Paper, SimpleGrid, Stack, Title, VisuallyHidden } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText, fieldTexts } from '@/api/errors'
import { takeDroppedFile } from '@/blocks/dropped-file'
import { choosesSubsidiary, useProfile } from '@/context/session'
import { useSite } from '@/context/site'
import { ClientChoice, PartnerChoice, SubsidiaryChoice } from '@/shared/choices/RecordChoice'
import { AppLink } from '@/ui/AppLink'
import { FileField } from '@/ui/fields/FileField'
import { useFormat } from '@/ui/format'
import { ResourcePage } from '@/ui/ResourcePage'
import { sentences } from '@/ui/wording'
import clientsUrl from './clients.csv?url&no-inline'
import exampleUrl from './example.csv?url&no-inline'
import { IMPORT_KINDS, KindContext, useImportKind } from './kind'
import { StepList } from './StepList'
import stockUrl from './stock.csv?url&no-inline'

const ACCEPT = '.csv,.txt,.tsv,.xlsx,.xls'

const OWN_FILES = { clients: clientsUrl, stock: stockUrl }

type NewImportPageProps = {
  kind: keyof typeof IMPORT_KINDS
  /** The client to import shipments for. */
  client?: string | undefined
}

/** The file to import. */
export function NewImportPage({ kind, client }: NewImportPageProps) {
  return (
    <KindContext value={IMPORT_KINDS[kind]}>
      <Page client={client} />
    </KindContext>
  )
}

function Page({ client }: Pick<NewImportPageProps, 'client'>) {
  const { t } = useTranslation(['imports', 'common'])
  const { max_upload_bytes } = useSite().config
  const { own, index, show, useCreate } = useImportKind()
  const navigate = useNavigate()
  const format = useFormat()
  const box = useRef<HTMLDivElement>(null)
  const focusFile = () => requestAnimationFrame(() => box.current?.querySelector('input')?.focus())
  const [clientId, setClientId] = useState<string | null>(client ?? null)
  const [subsidiaryId, setSubsidiaryId] = useState<string | null>(null)
  const [partnerId, setPartnerId] = useState<string | null>(null)
  const [file, setFile] = useState(takeDroppedFile)
  const [missing, setMissing] = useState(false)
  const [sent, setSent] = useState(0)
  const send = useCreate({
    request: { onProgress: setSent },
    mutation: {
      onMutate: () => setSent(0),
      onSuccess: ({ data }) => navigate({ href: `${show({ id: data.id })}?step=map` }),
      onError: focusFile,
    },
  })
  const errors = fieldTexts(send.error)
  const isTold = errors.file || errors.client_id || errors.subsidiary_id || errors.partner_id
  const failure = errors.file ?? (send.error && !isTold ? errorText(send.error) : undefined)

  function choose(next: File | null) {
    send.reset()
    setMissing(false)
    setFile(next)
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    const owner = {
      client_id: clientId ?? undefined,
      subsidiary_id: subsidiaryId ?? undefined,
      partner_id: partnerId ?? undefined,
    }
    if (file) return send.mutate({ data: { file, ...owner } })
    setMissing(true)
    focusFile()
  }

  return (
    <ResourcePage title={t(own ? `${own}.upload` : 'upload.title')} width="form">
      <StepList current="upload" />
      <form onSubmit={submit} noValidate>
        <Stack gap="lg">
          {!own && (
            <Owners
              values={{ clientId, subsidiaryId, partnerId }}
              onClient={setClientId}
              onSubsidiary={setSubsidiaryId}
              onPartner={setPartnerId}
              errors={errors}
              disabled={send.isPending}
            />
          )}
          <div ref={box}>
            <FileField
              label={t('file')}
              text={t('upload.accepted', { max: format.bytes(max_upload_bytes) })}
              accept={ACCEPT}
              maxBytes={max_upload_bytes}
              value={file}
              onChange={choose}
              progress={send.isPending ? sent : undefined}
              error={
                failure
                  ? sentences([t(own === 'stock' ? 'stock.failed' : 'upload.failed'), failure])
                  : missing
                    ? t('upload.required')
                    : undefined
              }
              disabled={send.isPending}
            />
          </div>
          <VisuallyHidden role="status">{send.isPending && t('upload.sending')}</VisuallyHidden>
          <Hints />
          <Group justify="flex-end">
            <Button variant="default" component={AppLink} to={index()}>
              {t('common:cancel')}
            </Button>
            <Button type="submit" loading={send.isPending}>
              {t('upload.send')}
            </Button>
          </Group>
        </Stack>
      </form>
    </ResourcePage>
  )
}

type OwnersProps = {
  values: Record<'clientId' | 'subsidiaryId' | 'partnerId', string | null>
  onClient(id: string | null): void
  onSubsidiary(id: string | null): void
  onPartner(id: string | null): void
  errors: Record<string, string>
  disabled: boolean
}

/** Whose shipments they are. */
function Owners({ values, onClient, onSubsidiary, onPartner, errors, disabled }: OwnersProps) {
  const { t } = useTranslation('imports')
  const profile = useProfile()
  const { can } = profile
  return (
    <SimpleGrid cols={{ base: 1, sm: 3 }} spacing="md">
      {can['client.select'] && (
        <ClientChoice
          label={t('client')}
          placeholder={t('ownCompany')}
          value={values.clientId}
          onChange={onClient}
          error={errors.client_id}
          disabled={disabled}
        />
      )}
      {choosesSubsidiary(profile) && (
        <SubsidiaryChoice
          label={t('subsidiary')}
          value={values.subsidiaryId}
          onChange={onSubsidiary}
          error={errors.subsidiary_id}
          disabled={disabled}
        />
      )}
      {can['partner.select'] && (
        <PartnerChoice
          label={t('partner')}
          value={values.partnerId}
          onChange={onPartner}
          error={errors.partner_id}
          disabled={disabled}
        />
      )}
    </SimpleGrid>
  )
}

function Hints() {
  const { t } = useTranslation('imports')
  const { own } = useImportKind()
  return (
    <Paper withBorder p="md" radius="lg">
      <Title order={2} size="h3" mb="xs">
        {t('hints.title')}
      </Title>
      <List size="sm" spacing={4}>
        <List.Item>{t(own ? `${own}.header` : 'hints.header')}</List.Item>
        <List.Item>{t('hints.columns')}</List.Item>
        <List.Item>{t(own ? `${own}.needed` : 'hints.lines')}</List.Item>
        <List.Item>{t(own ? `${own}.twice` : 'hints.twice')}</List.Item>
      </List>
      <Anchor
        href={own ? OWN_FILES[own] : exampleUrl}
        download={own ? `${own}.csv` : 'example.csv'}
        size="sm"
        mt="sm"
        display="inline-block"
      >
        <Group gap={6} component="span">
          <IconDownload size={16} aria-hidden />
          {t('hints.example')}
        </Group>
      </Anchor>
    </Paper>
  )
}
