import { Button, FileButton, Group, Text } from '@mantine/core'
import { IconChecks, IconUpload } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText, fieldTexts } from '@/api/errors'
import {
  manifestRecordAnswer,
  manifestRecordAnswerFile,
} from '@/api/generated/endpoints/consolidation/consolidation'
import type { Manifest } from '@/api/schema'
import { confirm } from '@/ui/dialogs/confirm'
import { notify } from '@/ui/dialogs/notify'
import { PageCard } from '@/ui/PageCard'
import { refreshManifests } from './refresh'

const ACCEPT = '.csv,.xlsx,text/csv'

/** The answer of the receiver: about all houses at once, or as a file. One house is rejected in the list. */
export function Answers({ manifest }: { manifest: Manifest }) {
  const { t } = useTranslation('manifests')
  const client = useQueryClient()
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState(false)
  const { id, version } = manifest

  async function send(file: File | null) {
    if (!file) return
    setBusy(true)
    setProblem(undefined)
    try {
      const { data } = await manifestRecordAnswerFile(id, { file, version })
      refreshManifests(client, data)
      notify.success(t('answer.done'))
    } catch (error) {
      setProblem(fieldTexts(error).file ?? fieldTexts(error).houses ?? errorText(error))
    } finally {
      setBusy(false)
    }
  }

  async function acceptAll() {
    const answered = await confirm({
      title: t('answer.acceptTitle', { number: manifest.number }),
      text: t('answer.acceptText'),
      action: t('answer.acceptAll'),
      run: async () => {
        const { data } = await manifestRecordAnswer(id, { others: 'accepted', houses: [], version })
        refreshManifests(client, data)
      },
    })
    if (answered) notify.success(t('answer.done'))
  }

  return (
    <PageCard title={t('answer.title')}>
      <Text size="sm" mb="sm">
        {t('answer.text')}
      </Text>
      <Group gap="xs">
        <Button
          leftSection={<IconChecks size={16} aria-hidden />}
          loading={busy}
          onClick={() => void acceptAll()}
        >
          {t('answer.acceptAll')}
        </Button>
        <FileButton accept={ACCEPT} onChange={(file) => void send(file)}>
          {(props) => (
            <Button
              {...props}
              variant="default"
              loading={busy}
              leftSection={<IconUpload size={16} aria-hidden />}
            >
              {t('answer.upload')}
            </Button>
          )}
        </FileButton>
      </Group>
      {problem && (
        <Text size="sm" c="red" role="alert" mt={4}>
          {problem}
        </Text>
      )}
    </PageCard>
  )
}
