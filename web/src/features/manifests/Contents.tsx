import { useTranslation } from 'react-i18next'
import { useProfile } from '@/context/session'
import { AirportChoice } from '@/shared/choices/AirportChoice'
import type { TiedFields } from '@/ui/fields/useTiedFields'
import { FormSection } from '@/ui/form/ResourceForm'
import { BagsField } from './BagsField'
import { ShipmentsField } from './ShipmentsField'
import type { ManifestValues } from './values'
import { WaybillChoice } from './WaybillChoice'

/** The goods of a manifest: a waybill with all that is on it, or bags and shipments with the airports at both ends. */
export function Contents({ fields }: { fields: TiedFields<ManifestValues> }) {
  const { t } = useTranslation('manifests')
  const { menu } = useProfile()
  const { values, set, at, patch } = fields
  const isOfWaybill = values.mawb_id !== null
  return (
    <FormSection title={t('section.contents')} text={isOfWaybill ? t('ofWaybill') : t('contentsText')}>
      {menu.mawbs && (
        <WaybillChoice
          {...at('mawb_id')}
          label={t('field.mawb_number')}
          description={t('waybillText')}
          value={values.mawb_id}
          onChange={(id) => patch(id ? { mawb_id: id, bag_ids: [], shipment_ids: [] } : { mawb_id: null })}
        />
      )}
      {!isOfWaybill && menu.bags && (
        <BagsField
          {...at('bag_ids')}
          label={t('field.bags')}
          description={t('bagsText')}
          value={values.bag_ids}
          onChange={(ids) => set('bag_ids', ids)}
        />
      )}
      {!isOfWaybill && (
        <>
          <ShipmentsField
            error={at('shipment_ids').error ?? (menu.bags ? undefined : at('bag_ids').error)}
            value={values.shipment_ids}
            onChange={(ids) => set('shipment_ids', ids)}
          />
          <div data-width="half">
            <AirportChoice
              {...at('origin_airport')}
              label={t('field.origin')}
              value={values.origin_airport}
              onChange={(iata) => set('origin_airport', iata)}
            />
          </div>
          <div data-width="half">
            <AirportChoice
              {...at('destination_airport')}
              label={t('field.destination')}
              value={values.destination_airport}
              onChange={(iata) => set('destination_airport', iata)}
            />
          </div>
        </>
      )}
    </FormSection>
  )
}
