import { Alert, Button, Group, Modal, Select, Stack, Textarea } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '@/api/errors'
import { usePriceVersionCreate } from '@/api/generated/endpoints/prices/prices'
import type { PriceTable, PriceVersion } from '@/api/schema'
import { paths } from '@/context/paths'
import { useOpened } from '@/ui/dialogs/overlay'
import { useValidity } from '../useValidity'
import { refreshVersion } from '../useVersionActions'

type NewDraftProps = {
  table: PriceTable
  versions: readonly PriceVersion[]
  /** The version that is proposed to be copied. */
  from: string | null
  onClose(): void
}

/** Begins a draft: empty, or as a copy of a version. */
export function NewDraft({ table, versions, from, onClose }: NewDraftProps) {
  const { t } = useTranslation('price-tables')
  const { t: common } = useTranslation()
  const validity = useValidity()
  const [source, setSource] = useState(from)
  const [note, setNote] = useState('')
  const { create, begin } = useBegin(table.id, onClose)

  return (
    <Modal
      opened={useOpened(true)}
      onClose={onClose}
      title={t('newDraft.title')}
      closeButtonProps={{ 'aria-label': common('close') }}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault()
          void begin(source, note).catch(() => undefined)
        }}
      >
        <Stack>
          {create.error && (
            <Alert color="red" role="alert">
              {errorText(create.error)}
            </Alert>
          )}
          <Select
            label={t('newDraft.from')}
            description={t('newDraft.fromText')}
            placeholder={t('newDraft.empty')}
            clearable
            data={versions.map((version) => ({
              value: version.id,
              label: `${t('versionNumber', { number: version.number })} · ${validity(version)}`,
            }))}
            value={source}
            onChange={setSource}
          />
          <Textarea
            label={t('field.note')}
            description={t('newDraft.noteText')}
            maxLength={500}
            autosize
            minRows={2}
            value={note}
            onChange={(event) => setNote(event.currentTarget.value)}
          />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              {common('cancel')}
            </Button>
            <Button type="submit" loading={create.isPending}>
              {t('newDraft.create')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}

/** Creates the draft and opens it. */
function useBegin(table: string, onDone: () => void) {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const create = usePriceVersionCreate()
  async function begin(source: string | null, note: string) {
    const input = { from_version_id: source, note: note.trim() || null }
    const { data } = await create.mutateAsync({ id: table, data: input })
    refreshVersion(queryClient, data)
    onDone()
    void navigate({ href: paths['price_versions.show']({ table, id: data.id }) })
  }
  return { create, begin }
}
