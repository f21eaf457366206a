//! The limits on guessing a password. Only failures count.

use poem::Request;

use super::known_device::Device;
use server_core::http::error::ApiResult;
use server_core::http::limit::{
    EVERYBODY, LOGIN_PER_ACCOUNT, LOGIN_PER_ADDRESS, LOGIN_PER_DEVICE, Limit, network,
};
use server_core::http::visit::Visit;

/// A sign-in with a password. It counts as a failure until it is given back, so that simultaneous guesses count as well.
pub struct Attempt<'a> {
    visit: &'a Visit,
    counted: Vec<(Limit, String)>,
}

impl<'a> Attempt<'a> {
    /// Returns 429 after too many failures. A browser that has signed in to the account before has a count of its own:
    /// guesses from elsewhere do not lock it out.
    pub async fn begin(visit: &'a Visit, request: &Request, email: &str) -> ApiResult<Self> {
        let device = Device::of(request);
        let known = match &device {
            Some(device) if device.knows(visit, email).await? => Some(device),
            _ => None,
        };
        let counted = match known {
            Some(device) => vec![(LOGIN_PER_DEVICE, device.with(email))],
            None => vec![
                (LOGIN_PER_ADDRESS, network(&visit.address)),
                (LOGIN_PER_ACCOUNT, email.to_owned()),
                (visit.limit_of_tenant(LOGIN_PER_ADDRESS), EVERYBODY.to_owned()),
            ],
        };
        // In this order: a refused attempt does not count against the others.
        for (limit, who) in &counted {
            visit.state.limits.check(&visit.tenant.id, *limit, who).await?;
        }
        Ok(Self { visit, counted })
    }

    /// It was no wrong guess.
    pub async fn give_back(self) {
        for (limit, who) in &self.counted {
            self.visit.state.limits.give_back(&self.visit.tenant.id, *limit, who).await;
        }
    }
}
