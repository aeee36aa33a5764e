"""Starts python-gitlab, unmodified, as its users do: sign in, look at the version, get a project, list what is in it.

Called with the address of a platform that holds the demo. Ends with 1 and a traceback if a step fails.
"""

import sys

import gitlab

gl = gitlab.Gitlab(sys.argv[1], private_token="developer-token")
gl.auth()
assert gl.user.username == "developer", gl.user
version, _revision = gl.version()
assert version.startswith("18."), version
project = gl.projects.get("acme/web")
assert project.id == 101, project
assert any(one.path_with_namespace == "acme/web" for one in gl.projects.list(iterator=True))
issue = next(project.issues.list(iterator=True, state="opened"))
assert project.issues.get(issue.iid).title == issue.title
assert issue.notes.list(get_all=True) is not None
merge = project.mergerequests.list(state="opened", get_all=True)[0]
assert project.mergerequests.get(merge.iid).source_branch == merge.source_branch
assert project.branches.get("main").default
assert len(project.pipelines.list(get_all=True)) > 0
print("done")
