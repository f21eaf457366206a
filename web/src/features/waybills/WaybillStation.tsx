import { Button, Stack, Text } from '@mantine/core'
import { IconListSearch } from '@tabler/icons-react'
import { lazy, Suspense, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Waybill } from '@/api/schema'
import type { Remarks } from '@/blocks/scan/CodeList'
import { ScanList } from '@/blocks/scan/ScanList'
import type { FoundRecord } from '@/blocks/scan/useLookUp'
import { Verdict } from '@/blocks/scan/Verdict'
import { useFormat } from '@/ui/format'
import { onceOnline } from '@/ui/once-online'
import { PageCard } from '@/ui/PageCard'
import { CodeLink } from './CodeLink'
import { useWaybillScanning } from './useWaybillScanning'
import classes from './Waybills.module.css'

const AddDialog = lazy(() => onceOnline(() => import('./AddDialog')))

/** Puts bags and loose shipments onto a waybill that is not issued: each scan is recorded at once, and heard. */
export function WaybillStation({ waybill }: { waybill: Waybill }) {
  const { t } = useTranslation('waybills')
  const field = useRef<HTMLInputElement>(null)
  const { scanning, last } = useWaybillScanning(waybill)
  const [choosing, setChoosing] = useState<boolean>()
  const remarks = useRemarks()
  const result = last?.result
  return (
    <PageCard title={t('station.title')}>
      <Stack gap="sm">
        <Figures waybill={waybill} />
        <Verdict
          tone={last?.tone}
          text={last ? last.text : t('station.ready')}
          about={
            result &&
            (result.bag_id || result.shipment_id) && (
              <CodeLink code={result.code} bag={result.bag_id} shipment={result.shipment_id} />
            )
          }
        />
        <ScanList
          field={field}
          scanning={scanning}
          remarks={remarks}
          path="codes"
          error={null}
          onType={() => undefined}
          holdsRefusals
        />
        <div>
          <Button
            variant="default"
            leftSection={<IconListSearch size={16} aria-hidden />}
            onClick={() => setChoosing(true)}
          >
            {t('action.choose')}
          </Button>
        </div>
      </Stack>
      {choosing !== undefined && (
        <Suspense>
          <AddDialog waybill={waybill} opened={choosing} onClose={() => setChoosing(false)} />
        </Suspense>
      )}
    </PageCard>
  )
}

/** How much is on the waybill. */
function Figures({ waybill }: { waybill: Waybill }) {
  const { t } = useTranslation('waybills')
  const format = useFormat()
  const { bags, loose_shipments, bag_parcels, loose_parcels, weight_g } = waybill.counted
  const pieces = bag_parcels + loose_parcels
  return (
    <div className={classes.figures}>
      <span className={classes.count}>{format.number(bags)}</span>
      <Text>{t('bags', { count: bags })}</Text>
      {loose_shipments > 0 && (
        <Text>{t('looseCount', { count: loose_shipments, number: format.number(loose_shipments) })}</Text>
      )}
      <Text>
        {t('pieces', { count: pieces, number: format.number(pieces) })} · {format.weight(weight_g)}
      </Text>
    </div>
  )
}

/** The words in the line of a code. */
function useRemarks(): Remarks<FoundRecord> {
  const { t } = useTranslation('waybills')
  return {
    done: () => t('station.done'),
    held: () => t('station.already'),
    unknown: t('station.unknown'),
    known: () => null,
    doubt: () => undefined,
    doneCount: (count) => t('station.doneCount', { count }),
  }
}
