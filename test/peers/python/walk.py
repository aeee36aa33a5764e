"""Walks python-gitlab, unmodified, over every endpoint of the contract for which it has a method.

Called with the address of a platform that holds the demo, and with "gitlab" where it has GitLab's names. Prints a line for each step, and ends with 1 at the first that
fails.
"""

import base64
import sys
import traceback
import warnings

import gitlab
from gitlab.v4.objects import GroupEpic

URL = sys.argv[1]
IS_GITLAB = sys.argv[2:] == ["gitlab"]
PIXEL = base64.b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
)

STEPS = []


def step(walk):
    """Makes a function a step, which is printed by its name."""
    STEPS.append(walk)
    return walk


def sign_in(username, **options):
    return gitlab.Gitlab(URL, private_token=f"{username}-token", **options)


def equal(seen, expected):
    assert seen == expected, f"{seen!r} is not {expected!r}"


def refused(error, status, call):
    """The message of the error with which a call must fail."""
    try:
        call()
    except error as caught:
        equal(caught.response_code, status)
        return caught.error_message
    raise AssertionError("the call succeeded")


def web(username="maintainer"):
    return sign_in(username).projects.get("acme/web", lazy=True)


def group(username="owner", path="acme"):
    return sign_in(username).groups.get(path, lazy=True)


def user_id(username):
    return sign_in("root").users.list(username=username)[0].id


def notes_on(manager):
    before = [note.id for note in manager.list(get_all=True)]
    made = manager.create({"body": "Looks **good**."})
    equal((made.body, made.author["username"], made.system), ("Looks **good**.", "maintainer", False))
    note = manager.get(made.id)
    equal(note.attributes, made.attributes)
    note.body = "Looks better."
    note.save()
    equal(manager.get(made.id).body, "Looks better.")
    listed = manager.list(get_all=True, sort="asc", order_by="created_at")
    equal([one.id for one in listed], [*reversed(before), made.id])
    note.delete()
    equal(refused(gitlab.GitlabGetError, 404, lambda: manager.get(made.id)), "404 Not found")


@step
def notes():
    notes_on(web().issues.get(1, lazy=True).notes)
    notes_on(web().mergerequests.get(1, lazy=True).notes)
    notes_on(web().snippets.get(401, lazy=True).notes)
    # It takes the epic's number from the epic's record, and the contract has no endpoint that returns epics.
    epics = group("maintainer").epics
    notes_on(GroupEpic(epics, {"id": 501, "iid": 1, "group_id": "acme"}).notes)


@step
def pipelines():
    manager = web().pipelines
    equal(len(manager.list(get_all=True)), 60)
    failed = manager.list(status="failed", order_by="updated_at", sort="asc", per_page=3)
    equal({one.status for one in failed}, {"failed"})
    made = manager.create({"ref": "main", "variables": [{"key": "DEPLOY_TO", "value": "production"}]})
    equal((made.ref, made.user["username"]), ("main", "maintainer"))
    equal(manager.get(made.id).attributes, made.attributes)
    equal(manager.get("latest").id, made.id)
    equal([(one.key, one.value) for one in made.variables.list()], [("DEPLOY_TO", "production")])
    equal(made.cancel()["status"], "canceled")
    made.refresh()
    equal(made.status, "canceled")
    equal(made.retry()["status"], "pending")
    web("owner").pipelines.get(made.id).delete()
    refused(gitlab.GitlabGetError, 404, lambda: manager.get(made.id))


@step
def test_reports():
    reports = [one.test_report.get() for one in web().pipelines.list(status="failed", get_all=True)]
    report = next(one for one in reports if one.total_count)
    equal((report.total_count, report.failed_count, report.skipped_count), (11, 1, 2))
    done = web().pipelines.list(status="success", per_page=1)[0]
    equal(done.test_report_summary.get().total["count"], 8)


@step
def groups():
    manager = sign_in("owner").groups
    equal([one.full_path for one in manager.list(owned=True, top_level_only=True)], ["acme", "partners", "skunkworks"])
    equal([one.full_path for one in manager.list(search="front")], ["acme/frontend"])
    partners = manager.get("partners")
    left = [one.full_path for one in manager.list(skip_groups=[partners.id], top_level_only=True)]
    assert "acme" in left and "partners" not in left, left
    acme = manager.get("acme")
    equal(manager.get(acme.id).full_path, "acme")
    equal([one.path for one in acme.subgroups.list()], ["backend", "frontend", "museum"])
    assert "acme/backend/api/core" in [one.full_path for one in acme.descendant_groups.list(get_all=True)]
    below = acme.projects.list(include_subgroups=True, get_all=True)
    assert "acme/backend/api/core/engine" in [one.path_with_namespace for one in below]
    equal(sorted(one.path for one in acme.shared_projects.list()), ["attic", "plans", "tools"])
    acme.ldap_sync()


@step
def changes_of_a_group():
    frontend = sign_in("owner").groups.get("acme/frontend")
    frontend.description = "Pages."
    frontend.request_access_enabled = False
    frontend.save()
    equal(sign_in("owner").groups.get("acme/frontend").description, "Pages.")
    # With a picture the same call is a multipart form, in which booleans are "1" and "0".
    frontend.avatar = PIXEL
    frontend.lfs_enabled = False
    frontend.save()
    assert frontend.avatar_url.endswith("avatar.png"), frontend.avatar_url
    equal(frontend.lfs_enabled, False)
    frontend.avatar = ""
    frontend.save()
    equal(sign_in("owner").groups.get("acme/frontend").avatar_url, None)


@step
def users():
    manager = sign_in("root").users
    found = manager.list(username="developer")
    equal([one.username for one in found], ["developer"])
    equal([one.username for one in manager.list(custom_attributes={"region": "emea"})], ["developer"])
    ada = {"email": "ada@example.com", "username": "ada", "name": "Ada", "password": "correct horse battery"}
    # With a picture the same call is a multipart form.
    pictured = manager.create({**ada, "username": "eva", "email": "eva@example.com", "avatar": PIXEL})
    assert pictured.avatar_url.endswith("avatar.png"), pictured.avatar_url
    made = manager.create({**ada, "skip_confirmation": True, "projects_limit": 5})
    equal((made.username, made.projects_limit), ("ada", 5))
    made.bio = "Counts."
    made.external = True
    if IS_GITLAB:
        made.twitter = "ada"
    # It sends the address, the name and the username with each change.
    made.save()
    kept = manager.get(made.id)
    equal((kept.bio, kept.external), ("Counts.", True))
    if IS_GITLAB:
        equal(kept.twitter, "ada")
    kept.avatar = PIXEL
    kept.private_profile = True
    kept.save()
    assert kept.avatar_url.endswith("avatar.png"), kept.avatar_url
    equal(kept.private_profile, True)
    again = {**ada, "email": "eda@example.com"}
    equal(refused(gitlab.GitlabCreateError, 409, lambda: manager.create(again)), "Username has already been taken")
    kept.delete(hard_delete=True)
    refused(gitlab.GitlabGetError, 404, lambda: manager.get(made.id))


@step
def the_current_user_and_their_status():
    gl = sign_in("developer")
    gl.auth()
    equal(gl.user.username, "developer")
    status = gl.user.status.get()
    equal(status.emoji, "coffee")
    status.emoji = "tea"
    status.message = "Back soon"
    status.save()
    equal(gl.user.status.get().message, "Back soon")
    equal(sign_in("owner").users.get(gl.user.id, lazy=True).status.get().emoji, "tea")


@step
def memberships_activities_and_identities():
    gl = sign_in("root")
    user = gl.users.get(user_id("developer"))
    assert "Acme" in [one.source_name for one in user.memberships.list(type="Namespace")]
    # `from` is a keyword of Python, so it goes into the query as a string.
    active = gl.user_activities.list(query_parameters={"from": "2025-12-30"}, get_all=True)
    assert "developer" in [one.username for one in active]
    careful = gl.users.get(user_id("careful"))
    careful.identityproviders.delete("code_forge")
    refused(gitlab.GitlabDeleteError, 404, lambda: careful.identityproviders.delete("code_forge"))


@step
def runners():
    gl = sign_in("root")
    assert "shared-01" in [one.name for one in gl.runners.all(get_all=True)]
    assert "shared-01" in [one.name for one in gl.runners_all.list(type="instance_type", get_all=True)]
    own = next(one for one in sign_in("maintainer").runners.list(get_all=True) if one.name == "web-01")
    found = sign_in("maintainer").runners.list(tag_list=["linux", "browser"])
    equal([one.name for one in found], ["web-01"])
    runner = gl.runners.get(own.id)
    runner.description = "Builds"
    runner.tag_list = ["arm"]
    runner.save()
    equal(gl.runners.get(own.id).tag_list, ["arm"])
    equal({job.status for job in runner.jobs.list(status="failed", get_all=True)}, {"failed"})


@step
def runners_of_projects_and_groups():
    gl = sign_in("root")
    names = lambda listed: sorted(one.name for one in listed)  # noqa: E731
    mine = gl.projects.get("acme/web", lazy=True).runners
    own = next(one for one in mine.list(type="project_type") if one.name == "web-01")
    vault = gl.projects.get("acme/vault", lazy=True).runners
    vault.create({"runner_id": own.id})
    equal(names(vault.list(type="project_type")), ["web-01"])
    vault.delete(own.id)
    equal(names(vault.list(type="project_type")), [])
    assert "acme-01" in names(group("root").runners.list(get_all=True))


@step
def runners_that_register():
    gl = sign_in("root")
    made = gl.runners.create({"token": "instance-registration-token", "description": "Anew", "tag_list": ["linux"]})
    equal(gl.runners.get(made.id).tag_list, ["linux"])
    gl.runners.verify(made.token)
    gl.runners.delete(token=made.token)
    refused(gitlab.GitlabVerifyError, 403, lambda: gl.runners.verify(made.token))
    again = gl.runners.create({"token": "instance-registration-token"})
    gl.runners.get(again.id).delete()
    refused(gitlab.GitlabGetError, 404, lambda: gl.runners.get(again.id))


@step
def release_links():
    links = web().releases.get("v1.0", lazy=True).links
    equal(sorted(one.link_type for one in links.list()), ["image", "other", "package", "runbook"])
    # Its own list of fields has an older name of the path; it sends any field.
    made = links.create({"name": "Notes", "url": "https://example.com/notes", "direct_asset_path": "/docs/notes"})
    assert made.direct_asset_url.endswith("/docs/notes"), made.direct_asset_url
    link = links.get(made.id)
    link.name = "Hints"
    link.link_type = "runbook"
    link.save()
    equal((links.get(made.id).name, links.get(made.id).link_type), ("Hints", "runbook"))
    link.delete()
    refused(gitlab.GitlabGetError, 404, lambda: links.get(made.id))


@step
def pages_by_number():
    notes = web().issues.get(1, lazy=True).notes
    pages = notes.list(iterator=True, per_page=50)
    equal((pages.current_page, pages.prev_page, pages.next_page, pages.per_page), (1, None, 2, 50))
    equal((pages.total, pages.total_pages), (120, 3))
    equal(len({note.id for note in pages}), 120)
    equal(len(web().pipelines.list(page=2, per_page=25)), 25)
    equal(len(web().pipelines.list(page=3, per_page=25)), 10)


@step
def pages_by_keyset():
    gl = sign_in("root")
    everyone = sorted(one.username for one in gl.users.list(get_all=True))
    by_keyset = gl.users.list(iterator=True, pagination="keyset", order_by="name", sort="asc", per_page=4)
    equal(by_keyset.total, None)
    equal(sorted(one.username for one in by_keyset), everyone)
    nobody = gitlab.Gitlab(URL)
    paths = sorted(one.full_path for one in nobody.groups.list(get_all=True))
    walked = nobody.groups.list(iterator=True, pagination="keyset", order_by="name", per_page=3)
    equal(sorted(one.full_path for one in walked), paths)
    # All of its lists by keyset, as its manual recommends.
    strict = sign_in("root", pagination="keyset", order_by="name", per_page=5)
    equal(sorted(one.username for one in strict.users.list(get_all=True)), everyone)


@step
def ways_to_sign_in():
    bearer = gitlab.Gitlab(URL, oauth_token="owner-token")
    bearer.auth()
    equal(bearer.user.username, "owner")
    stranger = gitlab.Gitlab(URL, private_token="no-such-token")
    equal(refused(gitlab.GitlabAuthenticationError, 401, stranger.auth), "401 Unauthorized")


@step
def sudo():
    root = sign_in("root")
    made = root.projects.get("acme/web", lazy=True).issues.get(1, lazy=True).notes.create(
        {"body": "For someone else"}, sudo="reporter"
    )
    equal(made.author["username"], "reporter")
    seen = root.projects.get("acme/web", lazy=True).issues.get(1, lazy=True).notes.list(sudo="guest", get_all=True)
    assert len(seen) > 20 and not any(note.internal for note in seen)
    outsider = sign_in("maintainer").runners
    message = refused(gitlab.GitlabListError, 403, lambda: outsider.list(sudo="guest"))
    equal(message, "403 Forbidden - Must be admin to use sudo")


@step
def errors():
    guest = web("guest")
    message = refused(gitlab.GitlabHttpError, 404, lambda: sign_in("guest").http_get("/groups/no-such"))
    equal(message, "404 Group Not Found")
    refused(gitlab.GitlabCreateError, 403, lambda: guest.pipelines.create({"ref": "main"}))
    ref = refused(gitlab.GitlabCreateError, 400, lambda: web().pipelines.create({"ref": "no-such-branch"}))
    equal(ref, {"base": ["Reference not found"]})
    empty = refused(
        gitlab.GitlabCreateError, 400, lambda: guest.issues.get(1, lazy=True).notes.create({"body": ""})
    )
    assert "can't be blank" in empty, empty


@step
def calls_by_path_where_it_has_no_method():
    """Its lower level, which its manual recommends for endpoints without a method."""
    gl = sign_in("root")
    gl.auth()
    for notes in ("/projects/acme%2Fweb/wiki_pages/601/notes", "/groups/acme/wiki_pages/607/notes"):
        made = gl.http_post(notes, post_data={"body": "By path."})
        one = f"{notes}/{made['id']}"
        equal(gl.http_put(one, post_data={"body": "Changed."})["body"], "Changed.")
        equal(gl.http_get(one)["body"], "Changed.")
        gl.http_delete(one)
        assert made["id"] not in [note["id"] for note in gl.http_list(notes, get_all=True)]
    latest = gl.http_get("/projects/acme%2Fweb/pipelines/latest")["id"]
    renamed = gl.http_put(f"/projects/acme%2Fweb/pipelines/{latest}/metadata", post_data={"name": "Night"})
    equal(renamed["name"], "Night")
    for listed in ("acme/saml_users", "acme/provisioned_users", "acme%2Ffrontend/groups/shared", "acme/invited_groups"):
        assert gl.http_list(f"/groups/{listed}", get_all=True), listed
    equal(gl.http_get("/groups/acme/avatar").content, PIXEL)
    gl.http_put("/user/avatar", files={"avatar": ("root.png", PIXEL)})
    flags = ("view_diffs_file_by_file", "show_whitespace_in_diffs", "pass_user_identities_to_ci_jwt")
    equal(gl.http_put("/user/preferences", post_data=dict.fromkeys(flags, True))[flags[2]], True)
    gl.http_request("patch", "/user/status", post_data={"message": "Back soon"})
    gl.http_request("patch", f"/users/{user_id('careful')}/disable_two_factor")
    developer = user_id("developer")
    for path in ("/user_counts", f"/users/{developer}/associations_count", "/user/preferences"):
        assert isinstance(gl.http_get(path), dict), path
    pin = gl.http_post("/user/support_pin")["pin"]
    equal(gl.http_get("/user/support_pin")["pin"], pin)
    equal(gl.http_get(f"/users/{gl.user.id}/support_pin")["pin"], pin)
    gl.http_post(f"/users/{gl.user.id}/support_pin/revoke")
    refused(gitlab.GitlabHttpError, 404, lambda: gl.http_get(f"/users/{gl.user.id}/support_pin"))
    web_01 = next(one for one in gl.runners.all(get_all=True) if one.name == "web-01")
    equal(len(gl.http_list(f"/runners/{web_01.id}/managers")), 2)
    token = gl.http_post(f"/runners/{web_01.id}/reset_authentication_token")["token"]
    gl.runners.verify(token)
    anew = gl.http_post("/runners/reset_authentication_token", post_data={"token": token})["token"]
    refused(gitlab.GitlabVerifyError, 403, lambda: gl.runners.verify(token))
    gl.runners.verify(anew)
    made = gl.http_post("/user/runners", post_data={"runner_type": "instance_type", "tag_list": ["linux"]})
    equal(gl.runners.get(made["id"]).tag_list, ["linux"])
    for place in ("/runners", "/projects/acme%2Fweb/runners", "/groups/acme/runners"):
        assert gl.http_post(f"{place}/reset_registration_token")["token"], place


@step
def credentials_by_path():
    gl = sign_in("owner")
    manage = "/groups/acme/manage"
    for kind in ("personal_access_tokens", "resource_access_tokens"):
        tokens = [one for one in gl.http_list(f"{manage}/{kind}", state="active", get_all=True)]
        rotated = gl.http_post(f"{manage}/{kind}/{tokens[0]['id']}/rotate")
        assert rotated["token"] and rotated["id"] != tokens[0]["id"], kind
        gl.http_delete(f"{manage}/{kind}/{rotated['id']}")
    keys = gl.http_list(f"{manage}/ssh_keys")
    gl.http_delete(f"{manage}/{'ssh_keys' if IS_GITLAB else 'keys'}/{keys[0]['id']}")
    equal(len(gl.http_list(f"{manage}/ssh_keys")), len(keys) - 1)
    if IS_GITLAB:
        return
    revoked = gl.http_post("/groups/acme/tokens/revoke", post_data={"token": "developer-laptop"})
    equal(revoked["revoked"], True)


def main():
    # Lists are read by their first page on purpose.
    warnings.simplefilter("ignore", UserWarning)
    for walk in STEPS:
        name = walk.__name__.replace("_", " ")
        try:
            walk()
        except Exception:  # pylint: disable=broad-except
            traceback.print_exc()
            print(f"failed {name}", flush=True)
            return 1
        print(f"ok {name}", flush=True)
    return 0


sys.exit(main())
