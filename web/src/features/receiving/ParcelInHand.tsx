import { Alert, Anchor, Badge, Button, FileButton, Group, Stack, Text } from '@mantine/core'
import {
  IconAlertTriangle,
  IconCamera,
  IconCheck,
  IconHandStop,
  IconHelp,
  IconPencil,
} from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { InboundParcel, ScannedShipment } from '@/api/schema'
import { useCountryName } from '@/api/useCountryName'
import { paths } from '@/context/paths'
import { AppLink } from '@/ui/AppLink'
import { Fact, Facts } from '@/ui/Facts'
import { useFormat } from '@/ui/format'
import { localeText } from '@/ui/locale-text'
import { PageCard } from '@/ui/PageCard'
import { hasNoCode } from './late-answer'
import { MissingParcels } from './MissingParcels'
import classes from './Receiving.module.css'
import type { Sides } from './station-input'
import type { KnownInHand, Receiving } from './useReceiving'

type ParcelInHandProps = { inHand: KnownInHand; receiving: Receiving; canOpen: boolean }

/** What the parcel on the table is, and what is still asked of it. */
export function ParcelInHand({ inHand, receiving, canOpen }: ParcelInHandProps) {
  const { t } = useTranslation('receiving')
  const { answer, code } = inHand
  const { shipment, parcel, outcome, inbound_parcel: inbound } = answer
  return (
    <PageCard title={t(`outcome.${outcome}`)}>
      <Stack gap="sm">
        <Group gap="xs" justify="space-between">
          <Text className={classes.code}>
            {shipment && canOpen ? (
              <Anchor component={AppLink} to={paths['shipments.show']({ id: shipment.id })} inherit>
                {shipment.tracking_code}
              </Anchor>
            ) : (
              (shipment?.tracking_code ?? inbound?.external_code ?? code)
            )}
          </Text>
          {inbound && (
            <Badge size="lg" variant="default" tt="none">
              {t('clientParcel')}
            </Badge>
          )}
          {shipment && parcel?.seq && (
            <Badge size="lg" variant="default" tt="none">
              {t('parcelOf', { number: parcel.seq, of: shipment.parcel_count })}
            </Badge>
          )}
        </Group>
        <Warnings inHand={inHand} />
        <KeptAlready inHand={inHand} receiving={receiving} />
        {inbound && hasNoCode(inbound) && (
          <Alert color="blue" icon={<IconPencil aria-hidden />}>
            {t('writeCode', { code: inbound.external_code })}
          </Alert>
        )}
        {shipment && <Shipment shipment={shipment} />}
        {inbound && <ClientParcel parcel={inbound} />}
        {outcome === 'unknown' ? (
          <Button
            variant="default"
            loading={receiving.busy}
            onClick={() => receiving.inTurn(() => receiving.scan(code, 'keep'))}
          >
            {t('keepUnknown')}
          </Button>
        ) : (
          parcel && (
            <>
              <Measures inHand={inHand} receiving={receiving} />
              <MissingParcels inHand={inHand} receiving={receiving} />
            </>
          )
        )}
      </Stack>
    </PageCard>
  )
}

/** Why the parcel goes aside, or is not received. */
function Warnings({ inHand: { answer } }: { inHand: KnownInHand }) {
  const { t } = useTranslation('receiving')
  const { outcome, shipment, message } = answer
  return (
    <>
      {outcome === 'refused' && (
        <Alert color="red" role="alert" icon={<IconAlertTriangle aria-hidden />}>
          {message}
        </Alert>
      )}
      {outcome === 'unknown' && (
        <Alert color="orange" role="alert" icon={<IconHelp aria-hidden />}>
          {message ?? t('unknownText')}
        </Alert>
      )}
      {shipment?.on_hold && (
        <Alert color="orange" role="alert" icon={<IconHandStop aria-hidden />}>
          {t('onHold')}
        </Alert>
      )}
      {shipment?.unconfirmed && (
        <Alert color="orange" role="alert" icon={<IconAlertTriangle aria-hidden />}>
          {t('unconfirmed')}
        </Alert>
      )}
    </>
  )
}

/** Somebody has kept the code before. Whether this is that parcel, only who holds it can say. */
function KeptAlready({ inHand, receiving }: Pick<ParcelInHandProps, 'inHand' | 'receiving'>) {
  const { t } = useTranslation('receiving')
  const format = useFormat()
  const { code, answer } = inHand
  const { outcome, parcel, inbound_parcel: inbound } = answer
  if (outcome !== 'known' || !parcel || !inbound || inbound.client_id !== null) return null
  const at = parcel.station && t('atStation', { station: parcel.station })
  const where = [at, inbound.warehouse_name].filter(Boolean).join(', ')
  const when = format.dateTime(parcel.received_at)
  return (
    <Alert color="orange" role="alert" icon={<IconHelp aria-hidden />}>
      <Stack gap="xs" align="flex-start">
        {where ? t('kept.at', { where, when }) : t('kept.since', { when })}
        <Button
          variant="default"
          loading={receiving.busy}
          onClick={() => receiving.inTurn(() => receiving.scan(code, 'another'))}
        >
          {t('kept.another')}
        </Button>
      </Stack>
    </Alert>
  )
}

function Shipment({ shipment }: { shipment: ScannedShipment }) {
  const { t, i18n } = useTranslation('receiving')
  const format = useFormat()
  const country = useCountryName()
  const { declared_length_mm: length, declared_width_mm: width, declared_height_mm: height } = shipment
  const declared = [
    shipment.declared_weight_g !== null && format.weight(shipment.declared_weight_g),
    length !== null && width !== null && height !== null && format.sizes(length, width, height),
  ]
  return (
    <Facts>
      <Fact label={t('fact.client')}>{shipment.client_name}</Fact>
      <Fact label={t('fact.service')}>{localeText(shipment.service_title_locale, i18n.language)}</Fact>
      <Fact label={t('fact.to')}>
        {[shipment.to_name, shipment.to_city, country(shipment.to_country_id)].filter(Boolean).join(', ')}
      </Fact>
      <Fact label={t('fact.declared')}>{declared.filter(Boolean).join(' · ')}</Fact>
      <Fact label={t('fact.received')}>
        {[
          t('receivedOf', {
            count: shipment.parcel_count,
            number: shipment.received_count,
            total: shipment.parcel_count,
          }),
          shipment.missing_count > 0 && t('missing.of', { count: shipment.missing_count }),
        ]
          .filter(Boolean)
          .join(' · ')}
      </Fact>
    </Facts>
  )
}

/** Whose parcel it is, and what its client has announced. */
function ClientParcel({ parcel }: { parcel: InboundParcel }) {
  const { t } = useTranslation('receiving')
  return (
    <Facts>
      <Fact label={t('fact.client')}>{parcel.client_name ?? t('recent.unknown')}</Fact>
      <Fact label={t('fact.suite')}>{parcel.suite_code}</Fact>
      <Fact label={t('fact.shop')}>{[parcel.shop, parcel.order_ref].filter(Boolean).join(' · ')}</Fact>
      <Fact label={t('fact.content')}>{parcel.content}</Fact>
    </Facts>
  )
}

type FiguresProps = { grams: number | undefined; isTyped: boolean; sides: Sides | undefined }

/** The weight and the size, or that each is missing. */
export function Figures({ grams, isTyped, sides }: FiguresProps) {
  const { t } = useTranslation('receiving')
  const format = useFormat()
  return (
    <Group gap="lg" role="status" className={classes.measures}>
      <span data-missing={grams === undefined || undefined}>
        {grams === undefined ? t('noWeight') : format.weight(grams)}{' '}
        {grams !== undefined && isTyped && <Badge variant="default">{t('typed')}</Badge>}
      </span>
      <span data-missing={sides === undefined || undefined}>
        {sides ? format.sizes(sides.length_mm, sides.width_mm, sides.height_mm) : t('noSize')}
      </span>
    </Group>
  )
}

function Measures({ inHand, receiving }: Pick<ParcelInHandProps, 'inHand' | 'receiving'>) {
  const { t } = useTranslation('receiving')
  const { weighed, sides, answer } = inHand
  const { parcel } = answer
  if (!parcel) return null
  const { length_mm, width_mm, height_mm } = parcel
  const known =
    length_mm !== null && width_mm !== null && height_mm !== null
      ? { length_mm, width_mm, height_mm }
      : undefined
  return (
    <>
      <Figures
        grams={weighed?.grams ?? parcel.weight_g ?? undefined}
        isTyped={weighed ? weighed.source === 'typed' : parcel.weight_source === 'typed'}
        sides={sides ?? known}
      />
      <Group gap="xs">
        <FileButton
          accept="image/jpeg,image/png"
          inputProps={{ 'aria-label': t('photo.choose') }}
          capture="environment"
          onChange={(file) => file && void receiving.photograph(parcel, file)}
        >
          {(props) => (
            <Button
              {...props}
              variant="default"
              loading={receiving.busy}
              leftSection={
                parcel.has_photo ? <IconCheck size={18} aria-hidden /> : <IconCamera size={18} aria-hidden />
              }
            >
              {parcel.has_photo ? t('photo.again') : t('photo.take')}
            </Button>
          )}
        </FileButton>
        <Button
          variant="default"
          disabled={!parcel.can.withdraw}
          loading={receiving.busy}
          onClick={() => void receiving.withdraw(parcel)}
        >
          {t('undoScan')}
        </Button>
        <Button loading={receiving.busy} onClick={() => receiving.inTurn(receiving.next)}>
          {weighed ? t('saveNext') : t('next')}
        </Button>
      </Group>
    </>
  )
}
