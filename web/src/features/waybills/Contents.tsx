import { Badge, Button, Loader, Stack, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  mawbAdd,
  mawbRemove,
  useMawbContentList,
} from '@/api/generated/endpoints/consolidation/consolidation'
import { PAGED } from '@/api/record-query'
import { BagStatus, type Waybill, type WaybillContent } from '@/api/schema'
import { notify } from '@/ui/dialogs/notify'
import { notifyUndo } from '@/ui/dialogs/undo'
import { useFormat } from '@/ui/format'
import { LoadFailure } from '@/ui/LoadFailure'
import { PageCard } from '@/ui/PageCard'
import { PartPages, usePartPages } from '@/ui/table/PartPages'
import { CodeLink } from './CodeLink'
import { refreshWaybills } from './refresh'
import classes from './Waybills.module.css'

const PER_PAGE = 25

/** The first page of what is on a waybill. */
export const useFirstContents = (waybill: Waybill) =>
  useMawbContentList(waybill.id, { page: 1, per_page: PER_PAGE }, PAGED)

/** The bags of a waybill, and the shipments on it that are in no bag. */
export function Contents({ waybill }: { waybill: Waybill }) {
  const { t } = useTranslation('waybills')
  const pages = usePartPages(PER_PAGE)
  const result = useMawbContentList(waybill.id, pages.params, PAGED)
  const contents = result.data?.data
  return (
    <PageCard title={t('section.contents')}>
      <Stack gap="sm">
        {!contents && result.error ? <LoadFailure title={t('contentsFailed')} result={result} /> : null}
        {!contents && !result.error && <Loader aria-label={t('section.contents')} />}
        {contents?.length === 0 && (
          <Text size="sm" c="dimmed">
            {t('noContents')}
          </Text>
        )}
        {/* biome-ignore lint/a11y/noRedundantRoles: Safari forgets that a list without bullets is one */}
        <ul role="list" className={classes.list} aria-label={t('section.contents')}>
          {contents?.map((content) => (
            <li key={content.id} className={classes.line}>
              <Line content={content} />
              {waybill.can.remove && <Removal waybill={waybill} content={content} />}
            </li>
          ))}
        </ul>
        <PartPages pages={pages} meta={result.data?.meta} />
      </Stack>
    </PageCard>
  )
}

function Line({ content }: { content: WaybillContent }) {
  const { t } = useTranslation('waybills')
  const format = useFormat()
  const { code, bag_id, shipment_id, parcel_count, weight_g, seal, bag_status } = content
  const about = [
    bag_id ? t('bag') : t('loose'),
    t('pieces', { count: parcel_count, number: format.number(parcel_count) }),
    format.weight(weight_g),
    seal && t('sealed', { seal }),
  ]
  return (
    <span>
      <CodeLink code={code} bag={bag_id} shipment={shipment_id} />{' '}
      {bag_status === BagStatus.Open && (
        <Badge variant="light" color="orange" tt="none">
          {t('bagOpen')}
        </Badge>
      )}
      <Text size="xs" c="dimmed">
        {about.filter(Boolean).join(' · ')}
      </Text>
    </span>
  )
}

function Removal({ waybill, content }: { waybill: Waybill; content: WaybillContent }) {
  const { t } = useTranslation('waybills')
  const client = useQueryClient()
  const [busy, setBusy] = useState(false)
  const { id, code, bag_id, shipment_id } = content

  async function putBack() {
    const form = { bag_ids: bag_id ? [bag_id] : [], shipment_ids: shipment_id ? [shipment_id] : [] }
    const { data } = await mawbAdd(waybill.id, form)
    refreshWaybills(client, data.waybill)
    const refused = data.results.find(({ message }) => message)
    if (refused?.message) notify.error(refused.message)
  }

  async function remove() {
    setBusy(true)
    try {
      const { data } = await mawbRemove(waybill.id, { content_ids: [id] })
      refreshWaybills(client, data)
      notifyUndo(t('removed', { code }), putBack)
    } catch (error) {
      notify.failure(error)
    } finally {
      setBusy(false)
    }
  }

  return (
    <Button
      variant="default"
      aria-label={t('removeLabel', { code })}
      loading={busy}
      onClick={() => void remove()}
    >
      {t('action.remove')}
    </Button>
  )
}
