import { Alert, Select, Skeleton, Text, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import {
  invalidateColleagueList,
  useColleagueCreate,
  useColleagueRights,
} from '@/api/generated/endpoints/my-account/my-account'
import type { ColleagueRights } from '@/api/schema'
import { AskCompany } from '@/blocks/AskCompany'
import { notify } from '@/ui/dialogs/notify'
import { HALF } from '@/ui/form/field-width'
import { useRules } from '@/ui/form/useRules'
import { LoadFailure } from '@/ui/LoadFailure'
import { SectionForm, useSectionForm } from '../SectionForm'

/** All rights of a client's user, which are no profile. */
const ALL = 'all'

/** The form that invites a colleague, once it is known what somebody may give. */
export function InviteForm() {
  const { t } = useTranslation('account')
  const result = useColleagueRights({ query: { staleTime: 0 } })
  const rights = result.data?.data
  if (result.error && !rights) return <LoadFailure title={t('colleagues.failed')} result={result} />
  if (!rights) return <Skeleton height="18rem" radius="md" />
  if (!rights.all && rights.profiles.length === 0) {
    return (
      <Alert my="md">
        <Text size="sm" mb="xs">
          {t('colleagues.noRights')}
        </Text>
        <AskCompany />
      </Alert>
    )
  }
  return <Invitation rights={rights} />
}

function Invitation({ rights }: { rights: ColleagueRights }) {
  const { t } = useTranslation('account')
  const { required, email } = useRules()
  const queryClient = useQueryClient()
  const create = useColleagueCreate()
  const choices = [
    ...(rights.all ? [{ value: ALL, label: t('colleagues.all') }] : []),
    ...rights.profiles.map(({ id, name }) => ({ value: id, label: name })),
  ]
  const model = useSectionForm({
    initial: { name: '', email: '', profile_ids: choices[0]?.value ?? '' },
    validate: { name: (text) => required(text.trim()), email: (text) => email(text.trim()) },
    submit: async ({ name, email: address, profile_ids }) => {
      const profiles = profile_ids === ALL ? [] : [profile_ids]
      const data = { name: name.trim(), email: address.trim().toLowerCase(), profile_ids: profiles }
      await create.mutateAsync({ data: { ...data, language: null } })
      await invalidateColleagueList(queryClient)
    },
    onSaved: () => notify.success(t('colleagues.sent')),
  })
  const { form } = model
  return (
    <SectionForm
      model={model}
      title={t('colleagues.invite')}
      text={t('colleagues.inviteText')}
      submitLabel={t('colleagues.send')}
    >
      <TextInput
        {...form.getInputProps('name')}
        {...HALF}
        required
        label={t('name')}
        maxLength={200}
        autoComplete="off"
      />
      <TextInput
        {...form.getInputProps('email')}
        {...HALF}
        required
        label={t('client.email')}
        type="email"
        inputMode="email"
        maxLength={254}
        autoComplete="off"
      />
      <Select
        {...form.getInputProps('profile_ids')}
        {...HALF}
        label={t('colleagues.rights')}
        description={form.values.profile_ids === ALL ? t('colleagues.allText') : undefined}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        data={choices}
        allowDeselect={false}
      />
    </SectionForm>
  )
}
