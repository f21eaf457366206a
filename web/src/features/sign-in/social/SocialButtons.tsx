import { Button, Divider, Stack } from '@mantine/core'
import { IconBrandFacebook, IconBrandGoogle, IconBrandWindows, IconFingerprint } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { errorText } from '@/api/errors'
import { useLoginSocialBegin } from '@/api/generated/endpoints/social/social'
import type { ProviderKind, SignInProvider } from '@/api/schema'
import { Failure } from '../Failure'
import classes from './SocialButtons.module.css'
import { keepWay } from './way'

const ICONS: Record<ProviderKind, typeof IconFingerprint> = {
  google: IconBrandGoogle,
  facebook: IconBrandFacebook,
  microsoft: IconBrandWindows,
  generic: IconFingerprint,
}

type Props = {
  providers: SignInProvider[]
  /** Where to go after signing in. */
  to?: string
}

/** The ways in besides the password. One that does not answer is told of; the others go on. */
export default function SocialButtons({ providers, to }: Props) {
  const { t } = useTranslation('sign-in')
  const begin = useLoginSocialBegin({
    request: { quiet: true },
    mutation: {
      onSuccess: ({ data }) => {
        keepWay(to)
        window.location.assign(data.url)
      },
    },
  })
  const isLeaving = begin.isPending || begin.isSuccess
  return (
    <Stack gap="sm" mt="lg">
      <Divider label={t('social.or')} classNames={{ label: classes.or }} />
      {begin.error && <Failure>{errorText(begin.error)}</Failure>}
      {providers.map(({ name, label, kind }) => {
        const Icon = ICONS[kind]
        return (
          <Button
            key={name}
            variant="default"
            size="md"
            fullWidth
            leftSection={<Icon size={20} aria-hidden />}
            loading={isLeaving && begin.variables?.data.provider === name}
            disabled={isLeaving}
            onClick={() => begin.mutate({ data: { provider: name } })}
          >
            {t('social.with', { provider: label })}
          </Button>
        )
      })}
    </Stack>
  )
}
