import { ActionIcon, Anchor, Badge, Button, FileButton, Group, Select, Text } from '@mantine/core'
import { IconCircleCheck, IconCircleDashed, IconTrash, IconUpload } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText, fieldTexts } from '@/api/errors'
import {
  regulatoryRequestAttach,
  regulatoryRequestDetach,
} from '@/api/generated/endpoints/regulatory/regulatory'
import {
  type RegulatoryDocument,
  type RegulatoryDocumentKind,
  type RegulatoryRequest,
  regulatoryDocumentKindValues,
} from '@/api/schema'
import { refreshRegulatory } from '@/shared/regulatory/refresh'
import { confirm } from '@/ui/dialogs/confirm'
import { notify } from '@/ui/dialogs/notify'
import { DayField } from '@/ui/fields/DayField'
import { useFormat } from '@/ui/format'
import { PageCard } from '@/ui/PageCard'
import { listed } from '@/ui/wording'
import classes from './Beside.module.css'

const documentUrl = (requestId: string, id: string) =>
  `/api/backoffice/anvisa_solicita/${requestId}/documents/${id}`

const ACCEPT = '.pdf,.jpg,.jpeg,.png'

/** The checklist: the documents that the category needs, and those that are there. */
export function Documents({ request }: { request: RegulatoryRequest }) {
  const { t } = useTranslation('regulatory-requests')
  const { documents, required_documents: required, missing } = request
  const lacking = required.filter((kind) => missing.includes(`document.${kind}`))
  const fields = missing.filter((name) => !name.startsWith('document.'))
  return (
    <PageCard title={t('section.documents')}>
      <ul className={classes.list}>
        {lacking.map((kind) => (
          <li key={kind} className={classes.line}>
            <IconCircleDashed size={16} color="var(--mantine-color-orange-text)" aria-hidden />
            <Text size="sm">{t(`document.${kind}`)}</Text>
            <Text size="sm" c="dimmed">
              {t('documentMissing')}
            </Text>
          </li>
        ))}
        {documents.map((document) => (
          <Line key={document.id} request={request} document={document} />
        ))}
      </ul>
      {fields.length > 0 && (
        <Text size="sm" mt="sm">
          {t('fieldsMissing', {
            fields: listed(fields.map((name) => t(`field.${name}`, { defaultValue: name }))),
          })}
        </Text>
      )}
      {request.can.attach && <Attach request={request} first={lacking[0]} />}
    </PageCard>
  )
}

type LineProps = { request: RegulatoryRequest; document: RegulatoryDocument }

const STATE_COLORS = { verified: 'teal', expired: 'red', replaced: 'gray' } as const

function Line({ request, document }: LineProps) {
  const { id, kind, file_name, file_size, expires_on, state } = document
  const { t } = useTranslation('regulatory-requests')
  const client = useQueryClient()
  const format = useFormat()

  async function remove() {
    const isDone = await confirm({
      title: t('detach.title', { name: file_name }),
      text: t('detach.text'),
      action: t('detach.action'),
      danger: true,
      run: async () => refreshRegulatory(client, (await regulatoryRequestDetach(request.id, id)).data),
    })
    if (isDone) notify.success(t('detach.done'))
  }

  return (
    <li className={classes.line}>
      <IconCircleCheck size={16} color="var(--mantine-color-teal-text)" aria-hidden />
      <Text size="sm">{t(`document.${kind}`)}</Text>
      <Anchor size="sm" href={documentUrl(request.id, id)} download>
        {file_name}
      </Anchor>
      <Text size="sm" c="dimmed">
        {format.bytes(file_size)}
      </Text>
      {expires_on && (
        <Text size="sm" c="dimmed">
          {t('documentUntil', { day: format.day(expires_on) })}
        </Text>
      )}
      {state !== 'unverified' && (
        <Badge variant="light" color={STATE_COLORS[state]} radius="sm" tt="none">
          {t(`documentState.${state}`)}
        </Badge>
      )}
      {request.can.update && (
        <ActionIcon
          variant="subtle"
          color="red"
          aria-label={t('detach.title', { name: file_name })}
          onClick={() => void remove()}
        >
          <IconTrash size={16} aria-hidden />
        </ActionIcon>
      )}
    </li>
  )
}

type AttachProps = { request: RegulatoryRequest; first: RegulatoryDocumentKind | undefined }

/** Uploads one file of the chosen kind; the first that is missing is offered. */
function Attach({ request, first }: AttachProps) {
  const { t } = useTranslation('regulatory-requests')
  const client = useQueryClient()
  const [chosen, setChosen] = useState<RegulatoryDocumentKind>()
  const [expiresOn, setExpiresOn] = useState('')
  const [problem, setProblem] = useState<string>()
  const [dayProblem, setDayProblem] = useState<string>()
  const [busy, setBusy] = useState(false)
  const kind = chosen ?? first ?? 'other'

  async function send(file: File | null) {
    if (!file) return
    setBusy(true)
    setProblem(undefined)
    setDayProblem(undefined)
    try {
      const { data } = await regulatoryRequestAttach(request.id, {
        kind,
        file,
        file_name: file.name,
        ...(expiresOn && { expires_on: expiresOn }),
      })
      refreshRegulatory(client, data)
      setChosen(undefined)
      setExpiresOn('')
      notify.success(t('attach.done', { name: file.name }))
    } catch (error) {
      const { file: ofFile, expires_on: ofDay } = fieldTexts(error)
      setDayProblem(ofDay)
      setProblem(ofFile ?? (ofDay ? undefined : errorText(error)))
    } finally {
      setBusy(false)
    }
  }

  return (
    <>
      <Group mt="md" gap="xs" align="flex-end">
        <Select
          label={t('attach.kind')}
          allowDeselect={false}
          value={kind}
          data={regulatoryDocumentKindValues.map((value) => ({ value, label: t(`document.${value}`) }))}
          onChange={(value) => setChosen(value ?? undefined)}
        />
        <DayField
          label={t('attach.expires_on')}
          value={expiresOn}
          error={dayProblem}
          onChange={setExpiresOn}
        />
        <FileButton accept={ACCEPT} onChange={(file) => void send(file)}>
          {(props) => (
            <Button
              {...props}
              variant="default"
              loading={busy}
              leftSection={<IconUpload size={16} aria-hidden />}
            >
              {t('attach.action')}
            </Button>
          )}
        </FileButton>
      </Group>
      <Text size="sm" c="dimmed" mt={4}>
        {t('attach.text')}
      </Text>
      {problem && (
        <Text size="sm" c="red" role="alert" mt={4}>
          {problem}
        </Text>
      )}
    </>
  )
}
