"""Runs the definitions of this repository for CI services in the way the services do: a composite
action of GitHub, a job of GitLab."""
import os
import subprocess

# The text of a valid CRD.
CRD = """apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: foos.example.com}
spec:
  group: example.com
  scope: Cluster
  names: {plural: foos, singular: foo, kind: Foo, listKind: FooList}
  versions: [{name: v1, served: true, storage: true, schema: {openAPIV3Schema: %s}}]
"""

CONDITIONS = {None: lambda inputs: True, "inputs.program == ''": lambda inputs: not inputs["program"]}


def run_script(shell, script, environment, folder):
    return subprocess.run([*shell, script], capture_output=True, text=True, timeout=60, cwd=folder, env=environment)


def run_action(action, given, folder, environment):
    """Runs the steps of the GitHub action with these inputs. Stops at the first step that fails. Returns the last step
    that ran."""
    inputs = {name: given.get(name, value["default"]) for name, value in action["inputs"].items()}
    values = {f"${{{{ inputs.{name} }}}}": value for name, value in inputs.items()}
    for step in action["runs"]["steps"]:
        if not CONDITIONS[step.get("if")](inputs):
            continue
        variables = {name: values[value] for name, value in step["env"].items()}
        done = run_script(["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c"], step["run"],
                          {**environment, **variables}, folder)
        if done.returncode != 0:
            break
    return done


def run_job(job, variables, folder, environment=os.environ):
    return run_script(["bash", "-eo", "pipefail", "-c"], "\n".join(job["script"]),
                      {**environment, **job["variables"], **variables}, folder)
