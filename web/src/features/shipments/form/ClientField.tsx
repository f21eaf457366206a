import { useTranslation } from 'react-i18next'
import { useProfile } from '@/context/session'
import { ClientChoice } from '@/shared/choices/RecordChoice'
import { ClientBalance } from '@/shared/wallet/ClientBalance'
import type { Fields } from './fields'

type Props = { fields: Fields; onChosen?: ((id: string | null) => unknown) | undefined }

/** The client the shipment is for, where the user may choose one; a choice fills in the sender. */
export function ClientField({ fields, onChosen }: Props) {
  const { t } = useTranslation('shipment-form')
  const { can } = useProfile()
  const { values, at, patch } = fields
  if (!can['client.select']) return null
  return (
    <div>
      <ClientChoice
        {...at('client_id')}
        label={t('field.client_id')}
        value={values.client_id}
        name={values.client_label}
        onChange={(client_id, client_label) => {
          patch({ client_id, client_label })
          void onChosen?.(client_id)
        }}
      />
      <ClientBalance clientId={values.client_id} />
    </div>
  )
}
