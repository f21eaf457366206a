import { Alert, Stack } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import {
  useManifestCheck,
  useManifestHouses,
  useManifestShow,
} from '@/api/generated/endpoints/consolidation/consolidation'
import { PAGED } from '@/api/record-query'
import { type Manifest, ManifestStatus } from '@/api/schema'
import { RecordPage } from '@/blocks/RecordPage'
import { Answers } from './Answers'
import { useManifestActions } from './actions'
import { CheckList } from './CheckList'
import { FIRST_HOUSES, Houses } from './Houses'
import { ManifestFacts } from './ManifestFacts'
import { Versions } from './Versions'

/** One manifest: what it lacks while it is open, its houses, its versions with their files, and the answers to them. */
export function ManifestPage({ id }: { id: string }) {
  const { t } = useTranslation('manifests')
  return (
    <RecordPage
      result={useManifestShow(id)}
      title={t('one')}
      failed={t('failed')}
      nameOf={({ number }) => `${t('one')} ${number}`}
      actions={useManifestActions()}
      side={(manifest) => <ManifestFacts manifest={manifest} />}
    >
      {(manifest) => (
        <Stack>
          {manifest.status === ManifestStatus.Closing && (
            <Alert role="status" title={t('closing.title')}>
              {t('closing.text')}
            </Alert>
          )}
          {manifest.status === ManifestStatus.Sending && (
            <Alert role="status" title={t('sending.title')}>
              {t('sending.text')}
            </Alert>
          )}
          <Parts manifest={manifest} />
        </Stack>
      )}
    </RecordPage>
  )
}

/** One below the other: what stands below waits until the part above has its height, so that nothing moves. */
function Parts({ manifest }: { manifest: Manifest }) {
  const isOpen = manifest.status === ManifestStatus.Open
  const check = useManifestCheck(manifest.id, { query: { enabled: isOpen } })
  const houses = useManifestHouses(manifest.id, FIRST_HOUSES, PAGED)
  return (
    <>
      {isOpen && <CheckList manifest={manifest} />}
      {manifest.can.record_answer && <Answers manifest={manifest} />}
      {!check.isLoading && <Houses manifest={manifest} />}
      {!check.isLoading && !houses.isLoading && <Versions manifest={manifest} />}
    </>
  )
}
