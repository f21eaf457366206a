"""Hooks of `./dev fuzz`: calls go out as those of a page on which somebody of the role is signed in."""

import os

import requests
import schemathesis

API = os.environ["FUZZ_API"]
COMPANY = os.environ["FUZZ_COMPANY"]
HOST = os.environ["FUZZ_HOST"]
ROLE = os.environ["FUZZ_ROLE"]

# Not every machine knows the names below `localhost`, so calls go to an address and name the host.
PAGE = {"Host": HOST, "Origin": f"http://{HOST}", "Sec-Fetch-Site": "same-origin"}
PASSWORD = "remessa-demo"
# The accounts that `remessa seed` makes. A colleague becomes the user of a partner.
ACCOUNTS = {"admin": "admin", "dev": "dev", "user": "staff", "client": "client", "partner": "staff"}
# The kind of profiles for partners.
PARTNER = 20


class Person:
    """Somebody who is signed in, with the headers of the calls."""

    def __init__(self, account):
        self.email = f"{account}@{COMPANY}.test"
        self.headers = dict(PAGE)
        self.call("GET", "/session-cookie")
        self.call("POST", "/login", {"email": self.email, "password": PASSWORD})
        self.accept_terms()

    def call(self, method, path, body=None):
        answer = requests.request(method, API + path, json=body, headers=self.headers, timeout=60)
        if not answer.ok:
            raise RuntimeError(f"{method} {path}: {answer.status_code} {answer.text}")
        cookies = answer.cookies.get_dict()
        if "sid" in cookies:
            self.headers["Cookie"] = f"sid={cookies['sid']}"
            self.headers["X-XSRF-TOKEN"] = cookies["XSRF-TOKEN"]
        return answer.json().get("data") if answer.content else None

    def is_signed_in(self):
        return requests.get(f"{API}/profile", headers=self.headers, timeout=60).status_code != 401

    def accept_terms(self):
        due = {text["kind"]: text["version"] for text in self.call("GET", "/profile")["consents_due"]}
        if due:
            accepted = {"accepted_terms": due.get("terms"), "accepted_privacy": due.get("privacy")}
            self.call("POST", "/account-consents", accepted)


def make_partner():
    """Gives the account of the partner a partner, and a profile with every right that one can have."""
    admin = Person("admin")
    email = f"{ACCOUNTS['partner']}@{COMPANY}.test"
    found = admin.call("GET", f"/users?search={email}")
    user = admin.call("GET", f"/users/{found[0]['id']}")
    partner = admin.call("GET", "/partners/select")[0]["id"]
    rules = [
        {"resource": one["resource"], "action": one["action"], "scope": one["scopes"][-1]}
        for one in admin.call("GET", f"/user_profiles/matrix?kind={PARTNER}")
        if len(one["scopes"]) > 1
    ]
    profile = {"name": "Everything for partners", "kind": PARTNER, "active": True, "rules": rules}
    profile_id = admin.call("POST", "/user_profiles", profile)["id"]
    change = {"version": user["version"], "partner_id": partner, "profile_ids": [profile_id]}
    admin.call("PATCH", f"/users/{user['id']}", change)


if ROLE == "partner":
    make_partner()


@schemathesis.auth(refresh_interval=None)
class PageOfRole:
    """The page that all calls come from."""

    person = None

    def get(self, case, context):
        if PageOfRole.person is None:
            PageOfRole.person = Person(ACCOUNTS[ROLE])
        return PageOfRole.person.headers

    def set(self, case, data, context):
        case.headers = {**(case.headers or {}), **data}


@schemathesis.hook
def after_call(context, case, response):
    """A call can end the session: somebody signs in again for the next one."""
    if response.status_code == 401 and PageOfRole.person and not PageOfRole.person.is_signed_in():
        PageOfRole.person = None


@schemathesis.hook
def before_load_schema(context, raw_schema):
    """A linked update names the version that was read: links of the document can give parameters only."""
    schemas = raw_schema["components"]["schemas"]
    operations = [one for path in raw_schema["paths"].values() for one in path.values()]
    with_version = {one["operationId"] for one in operations if "version" in body_fields(one, schemas)}
    for operation in operations:
        for answer in operation["responses"].values():
            record = fields_of(media_schema(answer), schemas).get("data")
            if "version" not in fields_of(record, schemas):
                continue
            for link in answer.get("links", {}).values():
                if link["operationId"] in with_version:
                    link["requestBody"] = {"version": "$response.body#/data/version"}


def body_fields(operation, schemas):
    return fields_of(media_schema(operation.get("requestBody", {})), schemas)


def media_schema(part):
    return part.get("content", {}).get("application/json", {}).get("schema")


def fields_of(schema, schemas):
    """The properties of an object that can stand behind references and consist of parts."""
    if not schema:
        return {}
    if "$ref" in schema:
        return fields_of(schemas[schema["$ref"].rsplit("/", 1)[-1]], schemas)
    fields = dict(schema.get("properties", {}))
    for part in schema.get("allOf", []):
        fields |= fields_of(part, schemas)
    return fields
