import { Badge, Checkbox, Group, TextInput } from '@mantine/core'
import { IconAddressBook } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import {
  contactCreate,
  contactDelete,
  contactShow,
  contactUpdate,
  invalidateContactList,
  useContactList,
} from '@/api/generated/endpoints/parties/parties'
import type { Contact, ContactInput } from '@/api/schema'
import { useChoices } from '@/api/useChoices'
import { useProfile } from '@/context/session'
import { useSite } from '@/context/site'
import { PhoneField } from '@/ui/fields/PhoneField'
import { showPhone } from '@/ui/fields/phone-mask'
import { HALF } from '@/ui/form/field-width'
import { useRules } from '@/ui/form/useRules'
import { OwnedForm } from './OwnedForm'
import { ALL_OF_OWNER, type FieldsOf, type OwnerRef } from './owner'
import { RecordsPanel } from './RecordsPanel'

const RECEIVES = ['billing', 'tracking', 'customs'] as const

type ContactValues = {
  name: string
  role: string | null
  email: string | null
  phone: string | null
  receives_billing: boolean
  receives_tracking: boolean
  receives_customs: boolean
  version?: number
}

const EMPTY: ContactValues = {
  name: '',
  role: null,
  email: null,
  phone: null,
  receives_billing: false,
  receives_tracking: false,
  receives_customs: false,
}

const valuesOf = (contact: Contact): ContactValues => ({
  name: contact.name,
  role: contact.role,
  email: contact.email,
  phone: contact.phone,
  receives_billing: contact.receives_billing,
  receives_tracking: contact.receives_tracking,
  receives_customs: contact.receives_customs,
  version: contact.version,
})

const fieldsOf = ({ version: _, ...values }: ContactValues): FieldsOf<ContactInput> => values

/** The people at the owner, and what each receives. */
export function Contacts({ owner }: { owner: OwnerRef }) {
  const { t } = useTranslation('party-records')
  const { can } = useProfile()
  const { data: choices } = useChoices()
  const queryClient = useQueryClient()
  const refresh = () => invalidateContactList(queryClient)
  return (
    <RecordsPanel<Contact>
      result={useContactList({ ...owner, ...ALL_OF_OWNER })}
      icon={IconAddressBook}
      words={{ add: t('contact.add'), empty: t('contact.empty'), emptyText: t('contact.emptyText') }}
      mayAdd={can['contact.create']}
      nameOf={({ name }) => name}
      badges={(contact) =>
        RECEIVES.filter((what) => contact[`receives_${what}`]).map((what) => (
          <Badge key={what} variant="light" radius="sm" tt="none">
            {t(`contact.receives.${what}`)}
          </Badge>
        ))
      }
      lines={({ role, email, phone }) => [role, email, phone && showPhone(phone, choices?.codes ?? [])]}
      form={(contact, close) => (
        <ContactForm owner={owner} contact={contact} refresh={refresh} onClose={close} />
      )}
      remove={contactDelete}
      refresh={refresh}
    />
  )
}

type ContactFormProps = {
  owner: OwnerRef
  contact: Contact | undefined
  refresh(): Promise<unknown>
  onClose(): void
}

function ContactForm({ owner, contact, refresh, onClose }: ContactFormProps) {
  const { t } = useTranslation('party-records')
  const { required } = useRules()
  const { config } = useSite()
  const { data: choices } = useChoices()
  const home = choices?.countries.find(({ id }) => id === config.country_id)
  return (
    <OwnedForm<ContactValues>
      name={contact ? `contact-${contact.id}` : `contact-of-${owner.owner_id}`}
      title={t('contact.one')}
      initial={contact ? valuesOf(contact) : EMPTY}
      validate={{ name: required }}
      newest={contact && (async () => valuesOf((await contactShow(contact.id)).data))}
      submit={(values) =>
        contact
          ? contactUpdate(contact.id, { ...fieldsOf(values), version: values.version ?? contact.version })
          : contactCreate({ ...owner, ...fieldsOf(values) })
      }
      refresh={refresh}
      onClose={onClose}
    >
      {({ values, text, at, set }) => (
        <>
          <TextInput
            {...text('name')}
            {...HALF}
            data-autofocus
            label={t('contact.field.name')}
            withAsterisk
            maxLength={200}
          />
          <TextInput {...text('role')} {...HALF} label={t('contact.field.role')} maxLength={80} />
          <TextInput
            {...text('email')}
            {...HALF}
            type="email"
            inputMode="email"
            label={t('contact.field.email')}
            maxLength={254}
          />
          <div data-width="half">
            <PhoneField
              {...at('phone')}
              label={t('contact.field.phone')}
              value={values.phone ?? ''}
              onChange={(phone) => set('phone', phone || null)}
              codes={choices?.codes ?? []}
              defaultCountry={home?.alpha2 ?? ''}
            />
          </div>
          <Checkbox.Group
            label={t('contact.field.receives')}
            value={RECEIVES.filter((what) => values[`receives_${what}`])}
            onChange={(chosen) => {
              for (const what of RECEIVES) set(`receives_${what}`, chosen.includes(what))
            }}
          >
            <Group gap="md" mt="xs">
              {RECEIVES.map((what) => (
                <Checkbox key={what} value={what} label={t(`contact.receives.${what}`)} />
              ))}
            </Group>
          </Checkbox.Group>
        </>
      )}
    </OwnedForm>
  )
}
